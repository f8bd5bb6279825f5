import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTreeLog } from "./tree-log.mjs";
import { writeSessions } from "./worded-sessions.mjs";

/** Bytes, and numbers of sessions. A minute is enough for the largest of the quick ones alone, so that they tell no growth. */
const SIZES = {
  full: {
    smallLog: 22e6,
    logs: [22e6, 204e6, 1.1e9],
    pi: [2e6, 20e6, 200e6],
    branches: [14e6, 45e6, 140e6],
    sessions: [100, 1000, 10_000],
  },
  quick: {
    smallLog: 2e6,
    logs: [11e6],
    pi: [4e6],
    branches: [5e6],
    sessions: [100],
  },
};
const SESSION_BYTES = 100_000;
const NO_COMPACTION = 1e9;

/** What the rows measure: made with the first row that asks for it, in a folder below the system's for such files. */
export class Data {
  #folder = mkdtempSync(join(tmpdir(), "session-tree-bench-"));
  #made = new Map();

  constructor(size) {
    this.sizes = SIZES[size];
  }

  /** A store with one log of this size, leaf at its end. */
  log(bytes) {
    return this.#make(`log-${bytes}`, (root) => storeOf(root, [{ bytes }])[0]);
  }

  /** A store with one log without compactions, of so many bytes. */
  branch(bytes) {
    return this.#make(
      `branch-${bytes}`,
      (root) => storeOf(root, [{ bytes, compactEvery: NO_COMPACTION }])[0],
    );
  }

  /** The same tree as `log`, as pi writes it. */
  piLog(bytes) {
    return this.#make(`pi-${bytes}`, (root) => storeOf(root, [{ bytes, form: "pi" }])[0]);
  }

  /** A store with so many sessions of one project. */
  sessions(count) {
    return this.#make(`sessions-${count}`, (root) => {
      const plans = Array.from({ length: count }, (_, seed) => ({ bytes: SESSION_BYTES, seed }));
      const logs = storeOf(root, plans);
      return {
        root,
        folder: join(root, "projects", "app"),
        files: logs.map(({ file }) => file),
        bytes: sum(logs),
      };
    });
  }

  /** A store with sessions of so many bytes in all, whose words are as often as those of a language are. */
  words(bytes) {
    return this.#make(`words-${bytes}`, (root) => {
      const logs = writeSessions(root, { bytes });
      return { root, files: logs.map(({ file }) => file), bytes: sum(logs) };
    });
  }

  /** An empty folder. */
  scratch(name) {
    const folder = join(this.#folder, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #make(name, make) {
    if (!this.#made.has(name)) this.#made.set(name, make(this.scratch(name)));
    return this.#made.get(name);
  }
}

function storeOf(root, plans) {
  const folder = join(root, "projects", "app");
  mkdirSync(folder, { recursive: true });
  return plans.map((plan, index) => {
    const id = `session-${index}`;
    return { root, id, ...writeTreeLog(join(folder, `${id}.jsonl`), { ...plan, id }) };
  });
}

function sum(logs) {
  return logs.reduce((total, { bytes }) => total + bytes, 0);
}
