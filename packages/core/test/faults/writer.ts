// Appends to a session for ever, for tests: `node writer.mjs <root> <log> <bytes of a line> <tag>`. Prints each id once
// `append` has returned.
import { writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openStore } from "../../src/store/open-store.ts";
import { user } from "./operations.ts";

const [root = "", file = "", size, tag = ""] = process.argv.slice(2);
const store = await openStore({ root, durability: "process" });
const session = await store.open(file);
const text = "x".repeat(Number(size));
for (let count = 0; ; count++) {
  const { id } = await session.append({ id: `${tag}-${count}`, ...user(`${count} ${text}`) });
  writeSync(1, `${id}\n`);
  if (count % 20 === 19) await nextTurn();
}
