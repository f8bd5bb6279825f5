import assert from "node:assert/strict";
import { blobOf, CWD, make, noteOf } from "./sample.ts";
import type { Promises } from "./trial.ts";

const LARGE = blobOf("a large text");

/** Blobs beside logs. */
export const BLOBS: Promises = {
  "a blob is there before its log is": (trial) => {
    const { storage } = trial;
    storage.putBlobs(storage.locate(CWD, "one"), [LARGE, blobOf("another")]);
    const log = make(storage, "one");
    for (const { sha256, bytes, content } of [LARGE, blobOf("another")]) {
      const text = content()?.toString();
      assert.equal(trial.blob(log, { sha256, bytes }), text);
      assert.equal(trial.blob(log, { sha256, bytes }, trial.engine.again()), text);
      assert.equal(trial.handle(log).blob?.({ sha256, bytes })?.toString(), text);
    }
  },

  "a blob whose bytes are lost is left out, and none is read where there is none": (trial) => {
    const log = make(trial.storage, "one");
    trial.storage.putBlobs(log.file, [{ ...LARGE, content: () => undefined }]);
    assert.equal(trial.blob(log, LARGE), undefined);
    assert.equal(trial.blob(log, { ...LARGE, sha256: "../one" }), undefined);
  },

  "a blob is put again over one that is damaged": (trial) => {
    const log = make(trial.storage, "one");
    trial.storage.putBlobs(log.file, [blobOf("a large text", "a LARGE text")]);
    trial.storage.putBlobs(log.file, [LARGE]);
    assert.equal(trial.blob(log, LARGE), "a large text");
  },

  "a blob that two logs share outlives each of them": (trial) => {
    const { storage } = trial;
    const [one, two] = [make(storage, "one"), make(storage, "two")];
    storage.putBlobs(one.file, [LARGE]);
    storage.putBlobs(two.file, [{ ...LARGE, origin: one.file }]);
    storage.trash.remove(storage.trash.put(one, noteOf("one")).item);
    assert.equal(trial.blob(two, LARGE), "a large text");
  },

  "blobs go with their log to the trash and back": (trial) => {
    const { storage } = trial;
    const log = make(storage, "one");
    storage.putBlobs(log.file, [LARGE]);
    const { item } = storage.trash.put(log, noteOf("one"));
    assert.equal(trial.blob(storage.trash.restore(item), LARGE), "a large text");
  },
};
