import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram } from "../support/build-program.ts";
import { SearchFolder } from "./search-folder.ts";

const LOGS = 60;
const program = new SearchFolder();

beforeAll(() => buildProgram(new URL("./search-worker.ts", import.meta.url), program.path), 60_000);
afterAll(() => program.remove());

function start(folder: string): { child: ChildProcess; output: Promise<string> } {
  const child = spawn(process.execPath, [join(program.path, "search-worker.mjs"), folder]);
  const output = new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
  return { child, output };
}

test("processes that build the index at once, one of them killed, leave an index that answers right", async () => {
  const folder = new SearchFolder();
  const ids: string[] = [];
  for (let log = 0; log < LOGS; log++) {
    const id = `e${log}`;
    ids.push(id);
    const timestamp = new Date(log * 60_000).toISOString();
    const message = { role: "user", content: `timer ${log} ${"filler ".repeat(50)}` };
    const line = JSON.stringify({ type: "message", id, parentId: null, timestamp, message });
    writeFileSync(join(folder.path, `log-${log}.jsonl`), `${line}\n`);
  }
  const [killed, ...others] = [start(folder.path), start(folder.path), start(folder.path)];
  killed.child.stdout!.once("data", () => killed.child.kill("SIGKILL"));
  const newestFirst = ids.toReversed();
  for (const { output } of others) {
    const lines = (await output).split("\n");
    expect(JSON.parse(lines.at(-1)!)).toEqual(newestFirst);
  }
  await killed.output;
  const index = await folder.open();
  expect(index!.logs()!.size).toBe(LOGS);
  expect((await folder.find("timer", index, 1000)).map(({ entryId }) => entryId)).toEqual(newestFirst);
  index!.close();
  folder.remove();
}, 60_000);
