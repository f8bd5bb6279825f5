import assert from "node:assert/strict";
import { LogIoError } from "../../errors.ts";
import { CWD, headerLine, lineOf, make, textOf } from "./sample.ts";
import { refused, type Promises } from "./trial.ts";

/** Making logs, listing and reading them. */
export const CREATING: Promises = {
  "a new log has the bytes it was given, its id and its name": (trial) => {
    const lines = [headerLine("one"), lineOf("first"), lineOf("second")];
    const log = trial.storage.create(CWD, "one", lines);
    assert.equal(trial.text(log), textOf(...lines));
    assert.equal(log.fallbackId, "one");
    assert.equal(log.file, trial.storage.locate(CWD, "one"));
  },

  "a new log has the bytes of each chunk as it was when it was given": (trial) => {
    const lines = [headerLine("one"), lineOf("first"), lineOf("second")];
    const memory = Buffer.alloc(1024);
    function* chunks() {
      for (const line of lines) yield memory.subarray(0, line.copy(memory));
    }
    assert.equal(trial.text(trial.storage.create(CWD, "one", chunks())), textOf(...lines));
  },

  "a log that is being made is not there yet": (trial) => {
    const { storage } = trial;
    const seen: number[] = [];
    function* chunks() {
      yield headerLine("one");
      seen.push(storage.logs().length, trial.engine.again().logs().length);
      yield lineOf("first");
    }
    storage.create(CWD, "one", chunks());
    assert.deepEqual(seen, [0, 0]);
  },

  "a log whose making breaks off is not there, and can be made": async (trial) => {
    function* broken() {
      yield headerLine("one");
      throw new LogIoError("IO", "source", new Error("it cannot be read"));
    }
    await refused(["IO"], () => trial.storage.create(CWD, "one", broken()));
    assert.deepEqual(trial.storage.logs(), []);
    assert.equal(trial.text(make(trial.storage, "one")), textOf(headerLine("one")));
  },

  "a taken id is refused, and its log stays": async (trial) => {
    const log = make(trial.storage, "one", lineOf("first"));
    await refused(["IO"], () => make(trial.storage, "one", lineOf("second")));
    assert.equal(trial.text(log), textOf(headerLine("one"), lineOf("first")));
    assert.equal(trial.storage.logs().length, 1);
  },

  "all logs are listed, for whoever opens the storage": (trial) => {
    const { storage } = trial;
    const files = [
      make(storage, "one").file,
      storage.create("/work/other", "two", [headerLine("two", "/work/other")]).file,
    ];
    for (const one of [storage, trial.engine.again()])
      assert.deepEqual(
        one
          .logs()
          .map(({ file }) => file)
          .sort(),
        files.sort(),
      );
  },

  "a storage knows its own names": (trial) => {
    const { file } = make(trial.storage, "one");
    assert.ok(trial.storage.holds({ file }));
    assert.ok(trial.storage.holds({ file: trial.storage.locate(CWD, "not-yet") }));
    assert.ok(!trial.storage.holds({ file: "/work/project/elsewhere.jsonl" }));
  },

  "a log is read from any place, and ends where it ends": (trial) => {
    const reader = trial.reader(make(trial.storage, "one", lineOf("first")));
    const whole = textOf(headerLine("one"), lineOf("first"));
    assert.equal(reader.size(), whole.length);
    const part = Buffer.alloc(20);
    assert.equal(reader.read(part, 10), 20);
    assert.equal(part.toString(), whole.slice(10, 30));
    assert.equal(reader.read(part, whole.length - 5), 5);
    assert.equal(part.toString("utf8", 0, 5), whole.slice(-5));
    assert.equal(reader.read(part, whole.length), 0);
  },

  "a log that is not there is not found": async (trial) => {
    const log = make(trial.storage, "one");
    const missing = { ...log, file: trial.storage.locate(CWD, "two"), fallbackId: "two" };
    await refused(["NOT_FOUND"], () => trial.storage.openToRead(missing));
    await refused(["NOT_FOUND"], () => trial.storage.openToAppend(missing));
  },
};
