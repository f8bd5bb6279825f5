import { appendFileSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import type { SessionIndex } from "../../src/session-index/session-index.ts";
import { IndexFolder, time } from "./index-folder.ts";
import { expectSame } from "./expect-same.ts";
import { orderlyLog } from "./orderly-log.ts";
import { growingLog, type Step } from "./random-log.ts";

let folder: IndexFolder;
let index: SessionIndex;

beforeAll(async () => {
  folder = new IndexFolder();
  index = await folder.open({
    onProblem: ({ reason, detail }) => {
      throw new Error(`${reason}: ${detail}`);
    },
  });
});

afterAll(() => {
  index.close();
  folder.remove();
});

function take(file: string, step: Step): void {
  if (step.kind === "append") appendFileSync(file, step.text);
  else if (step.kind === "truncate") truncateSync(file, Math.floor(readFileSync(file).length / 2));
  else if (step.kind === "touch") utimesSync(file, new Date(), new Date());
  else writeFileSync(file, readFileSync(file, "utf8").replaceAll('"x"', '"w"'));
}

it("answers after each step what reading the log from its start gives", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(growingLog, ({ start, openTail, leafRule, steps }) => {
      const log = { ...folder.log("s"), dialect: { ...native, openTail, leafRule } };
      writeFileSync(log.file, start);
      for (const { step, minute } of steps) {
        take(log.file, step);
        const now = Date.parse(time(minute));
        expectSame(index, log, now);
      }
      rmSync(log.file);
    }),
    { numRuns: 100 },
  );
});

it(
  "goes on with a log whose links are in order, and gives the way to each of its entries",
  { timeout: 60_000 },
  () => {
    let answered = 0;
    fc.assert(
      fc.property(orderlyLog, ({ start, leafRule, steps }) => {
        const log = { ...folder.log("o"), dialect: { ...native, leafRule } };
        writeFileSync(log.file, start);
        for (const text of steps) {
          appendFileSync(log.file, text);
          if (expectSame(index, log, Date.parse(time(99)))) answered++;
        }
        rmSync(log.file);
      }),
      { numRuns: 100 },
    );
    expect(answered).toBeGreaterThan(150);
  },
);
