// Appends to a session until the disk is full, for tests: `node filler.mjs <root> <bytes of a line> [<ballast>]`. With a
// ballast, a file, it then makes room by removing that and tries again. Prints what it found as JSON.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/open-store.ts";
import { SessionTreeError } from "../../src/errors.ts";
import { user } from "./operations.ts";
import { meaningOf, problemsOf } from "./verify.ts";

/** What became of a disk that was filled. */
export interface Filled {
  readonly file: string;
  readonly acknowledged: readonly string[];
  /** The codes of the errors, one for each time that the same entry was refused. */
  readonly refused: readonly string[];
  readonly problems: readonly string[];
}

const [root = "", size, ballast] = process.argv.slice(2);
mkdirSync(root, { recursive: true });
if (ballast !== undefined) writeFileSync(ballast, Buffer.alloc(200_000));
const store = await openStore({ root });
const session = await store.create({ cwd: root, id: "filled" });
const acknowledged: string[] = [];
const refused: string[] = [];
const problems: string[] = [];

async function append(): Promise<boolean> {
  const { leaf } = session;
  const id = `e${acknowledged.length}`;
  try {
    await session.append({ id, ...user("x".repeat(Number(size))) });
    acknowledged.push(id);
    return true;
  } catch (error) {
    refused.push(error instanceof SessionTreeError ? error.code : String(error));
    if (session.leaf !== leaf) problems.push("a refused append moved the leaf");
    return false;
  }
}

while (await append());
await append();
if (ballast !== undefined) {
  rmSync(ballast);
  if (!(await append())) problems.push("it was refused although there was room");
  await session.close();
  const meaning = await meaningOf(root);
  problems.push(...(await problemsOf(root, meaning)));
  const there = Object.values(meaning)[0]?.ids ?? [];
  if (there.join() !== acknowledged.join())
    problems.push(`there are ${there.join()}, not ${acknowledged.join()}`);
}
const found: Filled = { file: join(session.file), acknowledged, refused, problems };
process.stdout.write(JSON.stringify(found));
