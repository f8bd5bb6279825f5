import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { catchUp } from "../../src/search/catch-up.ts";
import type { SearchIndex } from "../../src/search/search-index.ts";
import { growingLog, type Step } from "../session-index/random-log.ts";
import { SearchFolder } from "./search-folder.ts";

const QUERIES = [
  "x",
  "z",
  "user",
  '"user name"',
  "username",
  "京",
  "x role:user",
  "x since:2026-01-01T00:05:00Z",
];

/** What the random logs say, in place of their single letters. */
const TEXTS = ["x user name", "userName x", "東京 x", "x", "other", "x y w z"];

/** What becomes of the index. */
const fate = fc.constantFrom(
  "none",
  "none",
  "deleted",
  "rubbish",
  "cut",
  "kept",
  "put back",
  "killed",
  "emptied",
);

test(
  "a search answers the same with an index and without, whatever became of logs and index",
  { timeout: 120_000 },
  async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(growingLog, { minLength: 1, maxLength: 3 }),
        fc.array(fc.record({ fate, text: fc.constantFrom(...TEXTS), gone: fc.nat(9) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (logs, rounds) => {
          const folder = new SearchFolder();
          const files = logs.map((_, at) => join(folder.path, `log-${at}.jsonl`));
          for (const [at, { start }] of logs.entries()) writeFileSync(files[at]!, start);
          let index = await folder.open();
          try {
            for (const [round, { fate: what, text, gone }] of rounds.entries()) {
              for (const [at, { steps }] of logs.entries()) {
                if (!existsSync(files[at]!)) continue;
                appendFileSync(
                  files[at]!,
                  `
${line(`own-${round}`, text)}`,
                );
                take(files[at]!, steps[round % steps.length]!.step, text);
              }
              if (gone < logs.length) rmSync(files[gone]!, { force: true });
              index = await disturb(folder, index, what);
              for (const query of QUERIES) {
                const expected = await folder.find(query, undefined);
                answers += expected.length;
                expect(await folder.find(query, index)).toEqual(expected);
              }
            }
          } finally {
            index?.close();
            folder.remove();
          }
        },
      ),
      { numRuns: 20 },
    );
    expect(answers).toBeGreaterThan(200);
  },
);

function take(file: string, step: Step, text: string): void {
  if (step.kind === "append")
    appendFileSync(file, step.text.replaceAll('"content":"x"', `"content":${JSON.stringify(text)}`));
  else if (step.kind === "truncate") truncateSync(file, Math.floor(readFileSync(file).length / 2));
  else if (step.kind === "touch") utimesSync(file, new Date(), new Date());
  else writeFileSync(file, readFileSync(file, "utf8").replaceAll('"x"', '"w"'));
}

/** Does something to the index and gives the one that is then used. */
async function disturb(
  folder: SearchFolder,
  index: SearchIndex | undefined,
  what: string,
): Promise<SearchIndex | undefined> {
  const { index: file } = folder;
  const copy = `${file}.old`;
  if (what === "none") return index;
  if (what === "killed" && index !== undefined) {
    // As a kill does, this leaves what was written so far.
    const dies = folder.searched((done) => {
      if (done === 1) throw new Error("killed");
    });
    await catchUp(index, dies, 1).catch(({ message }: Error) => expect(message).toBe("killed"));
    return index;
  }
  if (what === "emptied") {
    index?.clear();
    return index;
  }
  index?.close();
  if (what === "kept" && existsSync(file)) copyFileSync(file, copy);
  if (what === "put back" && existsSync(copy)) copyFileSync(copy, file);
  if (what === "deleted") for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  if (what === "rubbish") writeFileSync(file, "no database");
  if (what === "cut" && existsSync(file)) truncateSync(file, Math.floor(readFileSync(file).length / 2));
  return folder.open();
}

test("where another process does not end its write, the rest is read from the logs", async () => {
  const folder = new SearchFolder();
  const log = join(folder.path, "log.jsonl");
  writeFileSync(log, line("a", "timer"));
  const index = await folder.open();
  expect(await folder.find("timer", index)).toHaveLength(1);
  const lock = new Database(folder.index);
  lock.exec("BEGIN IMMEDIATE");
  appendFileSync(log, line("b", "timer"));
  expect(await folder.find("timer", index)).toHaveLength(2);
  lock.close();
  expect((await folder.find("timer", index)).map(({ entryId }) => entryId)).toEqual(["a", "b"]);
  index!.close();
  folder.remove();
});

function line(id: string, content: string): string {
  const message = { role: "user", content };
  return `${JSON.stringify({ type: "message", id, parentId: null, timestamp: "2026-01-01T00:05:00.000Z", message })}\n`;
}
