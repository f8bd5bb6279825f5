import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryStore, user } from "../support/store.ts";

/** Where the built package can be imported by its own name. */
const PACKAGE = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Appends to a session for ever, and prints each id once `append` has returned. */
const WRITER = `
  import { writeSync } from "node:fs";
  import { openStore } from "@session-tree/core";
  const [root, file, size, tag] = process.argv.slice(1);
  const store = await openStore({ root, durability: "process" });
  const session = await store.open(file);
  const text = "x".repeat(Number(size));
  for (let count = 0; ; count++) {
    const { id } = await session.append({ type: "message", message: { role: "user", content: tag + count + text } });
    writeSync(1, id + "\\n");
    if (count % 50 === 49) await new Promise(setImmediate);
  }
`;

/** Runs a writer until it has acknowledged `enough` entries, then kills it; gives what was acknowledged. */
async function killedWriter(root: string, file: string, size: number, enough: number): Promise<string[]> {
  const args = ["--input-type=module", "-e", WRITER, root, file, String(size), `${size}-`];
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    if (printed.split("\n").length > enough) child.kill("SIGKILL");
  });
  await once(child, "close");
  return printed.split("\n").slice(0, -1);
}

test("what append acknowledged survives killing the process, with several writers, and reads the same after", async () => {
  const { store, root, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("root"));
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const writers = [100, 5_000, 300_000].map((size) => killedWriter(root, session.file, size, 20));
    acknowledged.push(...(await Promise.all(writers)).flat());
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(180);
  const again = await store.open(session.file);
  expect(acknowledged.filter((id) => again.log.head(id) === undefined)).toEqual([]);
  for (const id of acknowledged) expect(again.log.isIntact(again.log.head(id)!)).toBe(true);
  const { leaf } = await again.append(user("after"));
  expect((await store.open(session.file)).leaf).toBe(leaf);
  const [row] = await store.list({ cwd });
  expect(row?.messages).toBeGreaterThanOrEqual(acknowledged.length + 2);
}, 60_000);
