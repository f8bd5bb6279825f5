import assert from "node:assert/strict";
import { lineOf, make } from "./sample.ts";
import type { Promises } from "./trial.ts";

/** Being told of what others do. */
export const WATCHING: Promises = {
  "a storage tells of logs that are made and that grow": async (trial) => {
    const told: string[] = [];
    make(trial.storage, "old");
    trial.after(trial.storage.watch(({ file }) => void told.push(file)));
    const log = make(trial.engine.again(), "one");
    await trial.until(() => told.includes(log.file), "a new log is told of");
    told.length = 0;
    trial.handle(log, trial.engine.again()).append(lineOf("first"));
    await trial.until(() => told.includes(log.file), "a log that grew is told of");
  },

  "a handle tells that its log has grown": async (trial) => {
    const log = make(trial.storage, "one");
    let told = 0;
    trial.after(trial.handle(log).watch(() => void told++));
    trial.handle(log, trial.engine.again()).append(lineOf("first"));
    await trial.until(() => told > 0, "a log that grew is told of");
  },

  "who is told of an append finds whole lines": async (trial) => {
    const log = make(trial.storage, "one");
    const found: string[] = [];
    trial.after(trial.storage.watch((changed) => void found.push(trial.text(changed))));
    const handle = trial.handle(log);
    for (const text of ["a", "b", "c"]) handle.append(lineOf(text.repeat(100_000)));
    await trial.until(() => found.at(-1)?.includes("ccc") === true, "the last line is told of");
    assert.ok(
      found.every((text) => text.endsWith("\n")),
      "a line was told of before it was whole",
    );
  },

  "who ended its watching is told nothing more": async (trial) => {
    const log = make(trial.storage, "one");
    const handle = trial.handle(log);
    const told = { ended: 0, other: 0 };
    const ends = [trial.storage.watch(() => void told.ended++), handle.watch(() => void told.ended++)];
    for (const end of ends) end();
    trial.after(trial.storage.watch(() => void told.other++));
    handle.append(lineOf("first"));
    await trial.until(() => told.other > 0, "another watcher is told");
    assert.equal(told.ended, 0);
  },
};
