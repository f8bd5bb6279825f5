import assert from "node:assert/strict";
import { headerLine, lineOf, make, noteOf, textOf } from "./sample.ts";
import { refused, type Promises } from "./trial.ts";

/** The trash. */
export const TRASHING: Promises = {
  "a deleted log is in the trash, with what is told of it, and nowhere else": async (trial) => {
    const log = make(trial.storage, "one");
    make(trial.storage, "two");
    const { item } = trial.storage.trash.put(log, noteOf("one"));
    for (const storage of [trial.storage, trial.engine.again()]) {
      assert.deepEqual(storage.trash.list(), [{ ...noteOf("one"), item, from: log.file }]);
      assert.deepEqual(
        storage.logs().map(({ fallbackId }) => fallbackId),
        ["two"],
      );
      await refused(["NOT_FOUND"], () => storage.openToRead(log));
    }
  },

  "the trash lists what was deleted last first": ({ storage }) => {
    const days = { one: "2026-01-02", two: "2026-01-03", three: "2026-01-01" };
    for (const [id, day] of Object.entries(days))
      storage.trash.put(make(storage, id), noteOf(id, `${day}T10:00:00.000Z`));
    assert.deepEqual(
      storage.trash.list().map(({ id }) => id),
      ["two", "one", "three"],
    );
  },

  "a restored log is in its place, byte for byte, and not in the trash": (trial) => {
    const { storage } = trial;
    const log = make(storage, "one", lineOf("first"));
    const { item } = storage.trash.put(log, noteOf("one"));
    const restored = storage.trash.restore(item);
    assert.deepEqual([restored.file, restored.fallbackId], [log.file, "one"]);
    assert.equal(trial.text(restored), textOf(headerLine("one"), lineOf("first")));
    assert.deepEqual(storage.trash.list(), []);
  },

  "where another log has the place, nothing is restored, and both stay": async (trial) => {
    const { storage } = trial;
    const { item } = storage.trash.put(make(storage, "one", lineOf("old")), noteOf("one"));
    const log = make(storage, "one", lineOf("new"));
    await refused(["PLACE_TAKEN"], () => storage.trash.restore(item));
    assert.equal(trial.text(log), textOf(headerLine("one"), lineOf("new")));
    storage.trash.remove(storage.trash.put(log, noteOf("one")).item);
    assert.equal(trial.text(storage.trash.restore(item)), textOf(headerLine("one"), lineOf("old")));
  },

  "what is removed from the trash is gone, and all else stays": async ({ storage, engine }) => {
    const items = ["one", "two"].map((id) => storage.trash.put(make(storage, id), noteOf(id)).item);
    storage.trash.remove(items[0]!);
    assert.deepEqual(
      engine
        .again()
        .trash.list()
        .map(({ id }) => id),
      ["two"],
    );
    await refused(["NOT_FOUND"], () => storage.trash.restore(items[0]!));
  },

  "what is not there is neither deleted nor restored nor removed": async ({ storage }) => {
    const log = make(storage, "one");
    const { item } = storage.trash.put(log, noteOf("one"));
    await refused(["NOT_FOUND"], () => storage.trash.put(log, noteOf("one")));
    storage.trash.restore(item);
    await refused(["NOT_FOUND"], () => storage.trash.restore(item));
    await refused(["NOT_FOUND"], () => storage.trash.remove(item));
  },

  "sweeping takes no log away": ({ storage }) => {
    make(storage, "one");
    storage.trash.put(make(storage, "two"), noteOf("two"));
    storage.trash.sweep();
    assert.deepEqual([storage.logs().length, storage.trash.list().length], [1, 1]);
  },
};
