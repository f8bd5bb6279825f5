import { expect, test } from "vitest";
import { ProgressLine } from "../../src/output/progress.ts";
import { FakeContext } from "../support/fake-context.ts";

function progressAt(times: readonly number[], terminal: number | undefined): string {
  const left = [...times];
  const now = () => new Date(left.shift() ?? 0);
  const context = new FakeContext({ cwd: "/", home: "/", now, ...(terminal !== undefined && { terminal }) });
  const progress = new ProgressLine(context, "Checking", "log");
  for (let done = 1; left.length > 0; done++) progress.update(done, 9);
  progress.end();
  return context.err;
}

test("what is quick shows nothing", () => {
  expect(progressAt([0, 100, 499], 80)).toBe("");
});

test("what takes longer shows one line that goes away", () => {
  expect(progressAt([0, 550, 560, 700], 80)).toBe(
    "\rChecking 2 of 9 logs\u001b[K\rChecking 4 of 9 logs\u001b[K\r\u001b[K",
  );
});

test("a pipe gets nothing", () => {
  expect(progressAt([0, 550, 700], undefined)).toBe("");
});

test("each of several operations is quick by itself", () => {
  let time = 0;
  const context = new FakeContext({ cwd: "/", home: "/", now: () => new Date(time), terminal: 80 });
  const progress = new ProgressLine(context, "Reading", "session");
  for (const at of [0, 400, 800]) {
    time = at;
    progress.update(0, 9);
    progress.end();
  }
  expect(context.err).toBe("");
});
