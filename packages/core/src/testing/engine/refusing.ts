import assert from "node:assert/strict";
import { blobOf, CWD, headerLine, lineOf, make, noteOf, textOf, user } from "./sample.ts";
import type { FailingEngine } from "./tested-engine.ts";
import { refused, REFUSALS, type Promises } from "./trial.ts";

/** What holds where the medium fails. */
export const REFUSING: Promises<FailingEngine> = {
  "a refused append leaves what was there, and is written once when it is tried again": async (trial) => {
    const log = make(trial.storage, "one", lineOf("first"));
    const handle = trial.handle(log);
    const before = trial.text(log);
    await whileItFails(trial.engine, () => handle.append(lineOf("second")));
    assert.ok(trial.text(log).startsWith(before), "bytes that were there are not there any more");
    handle.append(lineOf("second"));
    const lines = trial.text(log).split("\n");
    assert.equal(lines.filter((line) => `${line}\n` === textOf(lineOf("second"))).length, 1);
  },

  "a refused log is not there, and can be made": async (trial) => {
    await whileItFails(trial.engine, () => make(trial.storage, "one"));
    assert.deepEqual(trial.storage.logs(), []);
    assert.equal(trial.text(make(trial.storage, "one")), textOf(headerLine("one")));
  },

  "refused blobs are told, and can be put": async (trial) => {
    const log = make(trial.storage, "one");
    const put = () => trial.storage.putBlobs(log.file, [blobOf("large")]);
    await whileItFails(trial.engine, put);
    put();
    assert.equal(trial.blob(log, blobOf("large")), "large");
  },

  "what the trash refuses to take is in its place": async ({ storage, engine }) => {
    const log = make(storage, "one");
    await whileItFails(engine, () => storage.trash.put(log, noteOf("one")));
    assert.deepEqual([storage.logs().length, storage.trash.list().length], [1, 0]);
    storage.trash.put(log, noteOf("one"));
  },

  "what the trash refuses to give back or to remove is in the trash": async ({ storage, engine }) => {
    const { item } = storage.trash.put(make(storage, "one"), noteOf("one"));
    await whileItFails(engine, () => storage.trash.restore(item));
    await whileItFails(engine, () => storage.trash.remove(item));
    assert.deepEqual([storage.logs().length, storage.trash.list().length], [0, 1]);
    storage.trash.restore(item);
  },

  "a session goes on after a refused append, and the same entry is there once": async (trial) => {
    const session = await (await trial.store()).create({ cwd: CWD, id: "one" });
    trial.after(() => session.close());
    await session.append({ id: "first", ...user("first") });
    const append = () => session.append({ id: "second", ...user("second") });
    await whileItFails(trial.engine, append);
    assert.equal(session.leaf, "first");
    await append();
    const again = await (await trial.store(trial.engine.again())).open(session.file);
    trial.after(() => again.close());
    const path = await again.path();
    assert.deepEqual(
      path.map(({ entry }) => entry.id),
      ["first", "second"],
    );
  },
};

/** Holds that work is refused, with an error of ours, while the medium fails. */
async function whileItFails({ refuse }: FailingEngine, work: () => unknown): Promise<void> {
  const end = refuse();
  try {
    await refused(REFUSALS, work);
  } finally {
    end();
  }
}
