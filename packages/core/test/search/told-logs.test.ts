import {
  appendFileSync,
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
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventLogAgent } from "../../src/dialects/event-log/event-log.ts";
import { foreignLog } from "../../src/dialects/log-name.ts";
import { openLog } from "../../src/dialects/open-log.ts";
import { catchUp, type SearchedLogs } from "../../src/search/catch-up.ts";
import type { SearchIndex } from "../../src/search/search-index.ts";
import { slicesOf } from "../../src/search/slices.ts";
import { stampOfLog } from "../../src/session-index/snapshot.ts";
import { SearchFolder } from "./search-folder.ts";

const { dialect } = eventLogAgent;

/** So much that two such texts fill a block of the index. */
const LONG = ` ${"filler ".repeat(2500)}`;

let folder: SearchFolder;
let log: string;
let index: SearchIndex;

beforeEach(async () => {
  folder = new SearchFolder(undefined, dialect);
  log = join(folder.path, "log.jsonl");
  index = (await folder.open())!;
});

afterEach(() => {
  index.close();
  folder.remove();
});

function line(content: string, minute = 0): string {
  const ts = `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`;
  return `${JSON.stringify({ type: "message", role: "user", content, ts })}\n`;
}

async function idsOf(query: string): Promise<string[]> {
  return (await folder.find(query, index)).map(({ entryId }) => entryId);
}

test("an entry of a log that is told anew is found without telling it again", async () => {
  writeFileSync(log, line("a timer") + line(`nothing${LONG}`, 1) + line(`the timer \ud800${LONG}`, 2));
  expect(await idsOf("timer")).toHaveLength(2);
  folder.opened = 0;
  expect(await folder.find("timer", index)).toEqual(await folder.find("timer", undefined));
  expect(folder.opened).toBe(1);
});

test("of a log that goes on, only the end is read anew", async () => {
  const before = Array.from({ length: 9 }, (_, at) => line(`word${at}${LONG}`, at)).join("");
  writeFileSync(log, before);
  await idsOf("timer");
  appendFileSync(log, line("timer", 20));
  const name = foreignLog(dialect, { file: log });
  const row = index.logs()!.get(index.keyOf(name))!;
  const source = openLog(name);
  const [slice, ...others] = slicesOf(name, source, stampOfLog(name)!, index.known(row), 1 << 20);
  source.close();
  expect(others).toEqual([]);
  expect(slice!.from).toBeGreaterThan(7 * LONG.length);
  expect(slice!.entries.map(({ words }) => /word8|timer/.exec(words)?.[0])).toEqual(["word8", "timer"]);
  expect(await idsOf("timer")).toHaveLength(1);
});

test("where kept texts are broken, the log is told", async () => {
  writeFileSync(log, line("a timer"));
  const expected = await idsOf("timer");
  const database = new Database(folder.index);
  const { entries } = database.prepare("SELECT entries FROM texts").get() as { entries: Buffer };
  entries[entries.length >> 1]! ^= 1;
  database.prepare("UPDATE texts SET entries = ?").run(entries);
  database.close();
  expect(await idsOf("timer")).toEqual(expected);
  expect(expected).toHaveLength(1);
});

test.each([
  "UPDATE logs SET branches = '{'",
  "UPDATE logs SET branches = '{}'",
  "UPDATE logs SET file = x'00'",
  "UPDATE places SET offset = 'x'",
  "UPDATE texts SET told = 5",
])("where the index holds something else than was written, logs are read: %s", async (sql) => {
  writeFileSync(log, line("a timer"));
  const expected = await folder.find("timer", index);
  expect(expected).toHaveLength(1);
  const database = new Database(folder.index);
  database.exec(sql);
  database.close();
  expect(await folder.find("timer", index)).toEqual(expected);
  folder.opened = 0;
  await folder.find("timer", index);
  await folder.find("timer", index);
  expect(folder.opened).toBeLessThan(2);
  appendFileSync(log, line("the timer", 1));
  expect(await folder.find("timer", index)).toEqual(await folder.find("timer", undefined));
});

/** Reads the logs into the index until one cannot be read on. */
async function dyingCatchUp(reads: number): Promise<void> {
  let left = reads;
  const open: SearchedLogs["open"] = (name) => {
    const source = openLog(name);
    const read = source.read.bind(source);
    source.read = (target, position) => {
      if (left-- === 0) throw new Error("killed");
      return read(target, position);
    };
    return source;
  };
  await catchUp(index, { ...folder.searched(), open }, 1).catch(({ message }: Error) =>
    expect(message).toBe("killed"),
  );
}

const step = fc.record({
  kind: fc.constantFrom("append", "append", "append", "killed", "rewrite", "truncate", "touch", "remove"),
  text: fc.constantFrom("x", "x y", "y", "other"),
  filler: fc.constantFrom("", LONG),
  minute: fc.nat(9),
});

test(
  "a search of logs that are told anew answers the same without an index",
  { timeout: 60_000 },
  async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        rmSync(log, { force: true });
        for (const { kind, text, filler, minute } of steps) {
          if (kind === "append" || !existsSync(log)) appendFileSync(log, line(text + filler, minute));
          else if (kind === "killed") await dyingCatchUp(3 + minute);
          else if (kind === "rewrite") writeFileSync(log, readFileSync(log, "utf8").replaceAll('"x', '"z'));
          else if (kind === "truncate") truncateSync(log, Math.floor(readFileSync(log).length / 2));
          else if (kind === "touch") utimesSync(log, new Date(), new Date());
          else rmSync(log);
          for (const query of ["x", '"x y"', "z filler"]) {
            const expected = await folder.find(query, undefined);
            answers += expected.length;
            expect(await folder.find(query, index)).toEqual(expected);
          }
        }
      }),
      { numRuns: 15 },
    );
    expect(answers).toBeGreaterThan(10);
  },
);
