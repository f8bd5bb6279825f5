import assert from "node:assert/strict";
import { CWD, headerLine, lineOf, make, noteOf, textOf } from "./sample.ts";
import { refused, type Promises } from "./trial.ts";

const TORN = Buffer.from('{"type":"message","id":"torn');
const NEWLINE = Buffer.from("\n");

/** Appending to logs, with one handle and with several. */
export const APPENDING: Promises = {
  "what is appended stands at the end when append returns, and all else as it was": (trial) => {
    const log = make(trial.storage, "one", lineOf("first"));
    const handle = trial.handle(log);
    const sizes = [handle.size()];
    const places = [Buffer.concat([lineOf("second"), lineOf("third")]), lineOf("fourth")].map((lines) => {
      const at = handle.append(lines, sizes.at(-1));
      sizes.push(handle.size());
      return at;
    });
    for (const [index, at] of places.entries()) assert.ok(at === undefined || at === sizes[index]);
    const whole = textOf(headerLine("one"), ...["first", "second", "third", "fourth"].map(lineOf));
    assert.equal(trial.text(log), whole);
    assert.equal(trial.text(log, trial.engine.again()), whole);
    assert.equal(handle.size(), whole.length);
  },

  "a line of a megabyte is there whole": (trial) => {
    const log = make(trial.storage, "one");
    const long = lineOf("x".repeat(1 << 20));
    trial.handle(log).append(long);
    assert.ok(trial.text(log) === textOf(headerLine("one"), long), "the log has other bytes");
  },

  "what is appended behind a torn line begins a line": (trial) => {
    const log = make(trial.storage, "one", TORN);
    trial.handle(log).append(lineOf("first"));
    assert.equal(trial.text(log), textOf(headerLine("one"), TORN, NEWLINE, lineOf("first")));
  },

  "seal ends a torn line, cuts nothing, and tells whether there was one": (trial) => {
    const log = make(trial.storage, "one", TORN);
    const handle = trial.handle(log);
    assert.deepEqual([handle.seal(), handle.seal()], [true, false]);
    assert.equal(trial.text(log), textOf(headerLine("one"), TORN, NEWLINE));
  },

  "several handles on a log see what each of them appends": (trial) => {
    const log = make(trial.storage, "one");
    const handles = [trial.handle(log), trial.handle(log, trial.engine.again())];
    const texts = ["a", "b", "c", "d"];
    for (const [index, text] of texts.entries()) handles[index % 2]!.append(lineOf(text));
    const whole = textOf(headerLine("one"), ...texts.map(lineOf));
    for (const handle of handles) {
      const bytes = Buffer.alloc(handle.size());
      handle.read(bytes, 0);
      assert.equal(bytes.toString(), whole);
    }
  },

  "an open reader sees what is appended": (trial) => {
    const log = make(trial.storage, "one");
    const reader = trial.reader(log, trial.engine.again());
    const before = reader.size();
    trial.handle(log).append(lineOf("first"));
    const fresh = Buffer.alloc(reader.size() - before);
    reader.read(fresh, before);
    assert.equal(fresh.toString(), textOf(lineOf("first")));
  },

  "any number may wait for a sync at once": async (trial) => {
    const handle = trial.handle(make(trial.storage, "one"));
    const syncs = ["a", "b", "c"].map((text) => {
      handle.append(lineOf(text));
      return handle.sync();
    });
    await Promise.all(syncs);
  },

  "a log in its place is the one that was opened": (trial) => {
    const handle = trial.handle(make(trial.storage, "one"));
    handle.append(lineOf("first"));
    assert.equal(handle.follow(), handle.size());
  },

  "a log that was deleted is gone for who has it open": async (trial) => {
    const log = make(trial.storage, "one");
    const handle = trial.handle(log);
    trial.storage.trash.put(log, noteOf("one"));
    await refused(["SESSION_GONE"], () => handle.follow());
  },

  "another session under the name of a log is not taken for it": async (trial) => {
    const log = make(trial.storage, "one");
    const handle = trial.handle(log);
    trial.storage.trash.put(log, noteOf("one"));
    trial.storage.create(CWD, "one", [headerLine("other")]);
    await refused(["SESSION_GONE"], () => handle.follow());
  },

  "a log that was restored can be gone on with": (trial) => {
    const log = make(trial.storage, "one");
    const handle = trial.handle(log);
    const { trash } = trial.storage;
    trash.restore(trash.put(log, noteOf("one")).item);
    handle.follow();
    handle.append(lineOf("first"));
    assert.equal(trial.text(log), textOf(headerLine("one"), lineOf("first")));
  },
};
