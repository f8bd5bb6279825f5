import { appendFileSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import type { SessionIndex } from "../../src/session-index/session-index.ts";
import { fromIndex, fromLog, IndexFolder, time } from "./index-folder.ts";
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

it("answers after each step what reading the log from its start gives", () => {
  fc.assert(
    fc.property(growingLog, ({ start, openTail, leafRule, steps }) => {
      const log = { ...folder.log("s"), dialect: { ...native, openTail, leafRule } };
      writeFileSync(log.file, start);
      for (const { step, minute } of steps) {
        take(log.file, step);
        const now = Date.parse(time(minute));
        expect(fromIndex(index, log, now)).toEqual(fromLog(log, now));
      }
      rmSync(log.file);
    }),
    { numRuns: 200 },
  );
});
