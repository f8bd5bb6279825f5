import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../store/session.ts";
import type { SessionStore } from "../../store/session-store.ts";
import { CWD, headerLine, lineOf, make, textOf, user } from "./sample.ts";
import { refused, type Promises, type Trial } from "./trial.ts";

/** What a store of sessions promises over any engine. */
export const SESSIONS: Promises = {
  "a session is the same for who opens it next": async (trial) => {
    const session = await newSession(trial);
    for (const id of ["a", "b", "c"]) await session.append({ id, ...user(id) });
    await session.checkout("b");
    await session.label("c", "left");
    const again = await opened(trial, session.file);
    assert.deepEqual(await idsOf(again), ["a", "b"]);
    assert.deepEqual([again.leaf, again.labels().get("c"), again.id], ["b", "left", "one"]);
    assert.deepEqual(await again.project(), await session.project());
    const store = await trial.store(trial.engine.again());
    assert.deepEqual(
      (await store.list({ cwd: CWD })).map(({ id }) => id),
      ["one"],
    );
  },

  "a session that got no entry is not there": async (trial) => {
    await newSession(trial);
    assert.deepEqual(trial.storage.logs(), []);
  },

  "a batch is there whole": async (trial) => {
    const session = await newSession(trial);
    await session.append({ id: "a", ...user("a") });
    await session.append(["b", "c", "d"].map((id) => ({ id, ...user(id) })));
    assert.deepEqual(await idsOf(await opened(trial, session.file)), ["a", "b", "c", "d"]);
  },

  "an append that is tried again is done once": async (trial) => {
    const session = await newSession(trial);
    const entry = { id: "a", ...user("a") };
    await session.append(entry);
    const again = await opened(trial, session.file);
    assert.equal((await again.append(entry)).id, "a");
    assert.equal(trial.text(refOf(trial, session)).split('"id":"a"').length, 2);
  },

  "two who append to a session make branches, and neither loses an entry": async (trial) => {
    const session = await newSession(trial);
    await session.append({ id: "a", ...user("a") });
    const other = await opened(trial, session.file);
    await other.append({ id: "b", ...user("b") });
    assert.equal((await session.append({ id: "c", ...user("c") })).branched, true);
    assert.deepEqual(
      [await idsOf(session), await idsOf(other)],
      [
        ["a", "c"],
        ["a", "b"],
      ],
    );
    const { nodes } = await (await opened(trial, session.file)).tree();
    assert.deepEqual(nodes.map(({ id }) => id).sort(), ["a", "b", "c"]);
  },

  "an append that expects another leaf writes nothing": async (trial) => {
    const session = await newSession(trial);
    await session.append({ id: "a", ...user("a") });
    const other = await opened(trial, session.file);
    await other.append({ id: "b", ...user("b") });
    const before = trial.text(refOf(trial, session));
    await refused(["LEAF_MOVED"], () => session.append(user("c"), { expectLeaf: "a" }));
    assert.equal(trial.text(refOf(trial, session)), before);
  },

  "a fork has the branch and its large content, and its source stays as it was": async (trial) => {
    const store = await trial.store(trial.storage, { above: 100 });
    const session = await newSession(trial, store);
    const large = "large ".repeat(100);
    await session.append({ id: "a", ...user(large) });
    await session.append({ id: "b", ...user("b") });
    const before = trial.text(refOf(trial, session));
    const fork = await store.fork(session, { at: "a", cwd: CWD });
    trial.after(() => fork.close());
    assert.equal(trial.text(refOf(trial, session)), before);
    await store.delete(session);
    await store.emptyTrash();
    const { messages } = await (await opened(trial, fork.file)).project();
    assert.deepEqual(messages, [{ role: "user", content: [{ type: "text", text: large }] }]);
  },

  "a file is imported once, and what it gets later is added": async (trial) => {
    const folder = mkdtempSync(join(tmpdir(), "session-tree-"));
    trial.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "source.jsonl");
    const store = await trial.store();
    const counts: unknown[] = [];
    for (const texts of [
      ["a", "b"],
      ["a", "b"],
      ["a", "b", "c"],
    ]) {
      writeFileSync(file, textOf(headerLine("source"), ...texts.map(lineOf)));
      const { session, created, added } = await store.import(file, { cwd: CWD });
      counts.push([created, added, (await session.tree()).nodes.length]);
      await session.close();
    }
    assert.deepEqual(counts, [
      [true, 2, 2],
      [false, 0, 2],
      [false, 1, 3],
    ]);
  },

  "a torn line costs nothing else": async (trial) => {
    const log = make(trial.storage, "one", lineOf("first"), Buffer.from('{"type":"message","id":"to'));
    const session = await opened(trial, log.file);
    await session.append({ id: "second", ...user("second") });
    assert.deepEqual(await idsOf(await opened(trial, log.file)), ["first", "second"]);
    const { damage } = await (await trial.store()).doctor();
    assert.equal(damage.length, 1);
  },

  "a deleted session takes no append, and goes on where it is restored": async (trial) => {
    const store = await trial.store();
    const session = await newSession(trial, store);
    await session.append({ id: "a", ...user("a") });
    await store.delete(session);
    await refused(["SESSION_GONE"], () => session.append({ id: "b", ...user("b") }));
    assert.deepEqual(await store.list(), []);
    await store.restore("one");
    await session.append({ id: "b", ...user("b") });
    assert.deepEqual(await idsOf(await opened(trial, session.file)), ["a", "b"]);
  },

  "a store tells of each entry that is appended, once and in order": async (trial) => {
    const session = await newSession(trial);
    await session.append({ id: "a", ...user("a") });
    const store = await trial.store(trial.engine.again());
    const ending = new AbortController();
    const told: string[] = [];
    const watching = (async () => {
      for await (const { entry } of store.watch({ signal: ending.signal })) told.push(entry.id);
    })();
    await session.append({ id: "b", ...user("b") });
    await session.append(["c", "d"].map((id) => ({ id, ...user(id) })));
    try {
      await trial.until(() => told.includes("d"), "the last entry is told of");
    } finally {
      ending.abort();
      await watching;
    }
    assert.deepEqual(told, ["b", "c", "d"]);
  },
};

async function newSession(trial: Trial, store?: SessionStore): Promise<Session> {
  const session = await (store ?? (await trial.store())).create({ cwd: CWD, id: "one" });
  trial.after(() => session.close());
  return session;
}

/** A session as another process opens it. */
async function opened(trial: Trial, file: string): Promise<Session> {
  const session = await (await trial.store(trial.engine.again())).open(file);
  trial.after(() => session.close());
  return session;
}

function refOf({ storage }: Trial, { file }: Session) {
  return storage.logs().find((log) => log.file === file)!;
}

async function idsOf(session: Session): Promise<string[]> {
  return (await session.path()).map(({ entry }) => entry.id);
}
