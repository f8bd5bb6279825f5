import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolderName } from "../../src/store/layout.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { trashedIn } from "./verify.ts";

/** Where an operation works. */
export interface Place {
  readonly root: string;
  /** A directory with sessions, and one without. */
  readonly cwd: string;
  readonly empty: string;
  /** A log of another agent, of which an earlier state has been imported as the session `imported`. */
  readonly grown: string;
  /** A log of another agent, never imported. */
  readonly foreign: string;
}

/** What an operation gives: the session, and the ids of what it appended; without them it stands for the whole session. */
interface Acknowledged {
  readonly session?: Session;
  readonly ids?: readonly string[];
}

/** What must be there from then on. */
export interface Done {
  readonly file: string;
  readonly ids: readonly string[];
}

/** An operation that is about to run. */
export interface Running {
  /** What is wrong with the store once it is done, though it may not be on disk. */
  readonly check?: () => Promise<string[]>;
  /** The session that it is about; undefined: it makes one. */
  readonly session?: Session;
  /** Does it, or tries it again. Resolves when it is acknowledged. */
  readonly run: () => Promise<Acknowledged>;
}

export type OperationName = keyof typeof OPERATIONS;

/** What a store does that must be whole or not at all. A row of another operation is one more entry here. */
export const OPERATIONS = {
  create: async (store, { empty }) => {
    const session = await store.create({ cwd: empty, id: "fresh" });
    return { session, run: appending(session, [{ id: "first", ...user("hello") }]) };
  },
  "create at once": async (store, { cwd }) => ({
    run: async () => ({ session: await store.create({ cwd, id: "fresh", eager: true }) }),
  }),
  append: async (store, place) => {
    const session = await store.open(fileOf(place, "main"));
    return { session, run: appending(session, [{ id: "one", ...user("appended") }]) };
  },
  "append and listen": async (store, place) => {
    const session = await store.open(fileOf(place, "main"));
    const append = appending(session, [{ id: "one", ...user("appended") }]);
    const run = async () => {
      session.on("append", () => undefined);
      return append();
    };
    return { session, run };
  },
  "append 1 MB": async (store, place) => {
    const session = await store.open(fileOf(place, "main"));
    return { session, run: appending(session, [{ id: "one", ...user("x".repeat(1 << 20)) }]) };
  },
  "append to version 1": async (store, place) => {
    const session = await store.open(fileOf(place, "old"));
    return { session, run: appending(session, [{ id: "one", ...user("appended") }]) };
  },
  "append a batch": async (store, place) => {
    const session = await store.open(fileOf(place, "main"));
    const batch = ["b1", "b2", "b3"].map((id) => ({ id, ...user(`of a batch: ${id}`) }));
    return { session, run: appending(session, batch) };
  },
  fork: async (store, place) => {
    const source = await store.open(fileOf(place, "main"));
    return { run: async () => ({ session: await store.fork(source, { cwd: place.cwd }) }) };
  },
  import: async (store, { foreign, cwd }) => ({
    run: async () => store.import(foreign, { cwd }),
  }),
  "import more": async (store, { grown, cwd }) => ({
    run: async () => store.import(grown, { cwd }),
  }),
  delete: async (store, place) => ({
    run: async () => {
      await store.delete({ file: fileOf(place, "old") });
      return {};
    },
    check: () => problemsOfDeletion(place),
  }),
  prune: async (store, place) => {
    let pruned = 1;
    const run = async () => {
      const { sessions } = await store.prune({ all: true, olderThan: 0, dryRun: false });
      pruned = sessions.length;
      return {};
    };
    // A log that cannot be read just then stays, and the report does not name it.
    return { run, check: async () => (pruned === 0 ? [] : problemsOfDeletion(place)) };
  },
  restore: async (store, place) => ({
    run: async () => {
      await store.restore(TRASHED);
      return {};
    },
    check: async () => (existsSync(fileOf(place, TRASHED)) ? [] : ["what was restored is not in its place"]),
  }),
  "trash empty": async (store, { root }) => ({
    run: async () => {
      await store.emptyTrash();
      return {};
    },
    check: async () =>
      (await store.trash()).length === 0 ? [] : [`there is something in the trash of ${root}`],
  }),
  index: async (store) => ({
    run: async () => {
      await store.reindex();
      await store.list();
      return {};
    },
  }),
} satisfies Record<string, (store: SessionStore, place: Place) => Promise<Running>>;

/** The operations that move sessions to the trash, back or away. */
export const MOVES: ReadonlySet<OperationName> = new Set(["delete", "prune", "restore", "trash empty"]);

/** The session in the trash of a prepared place. */
const TRASHED = "trashed";

/** The old session was deleted: it is in the trash, and nowhere else. */
async function problemsOfDeletion(place: Place): Promise<string[]> {
  const file = fileOf(place, "old");
  const isInTrash = (await trashedIn(place.root)).some(({ from }) => from === file);
  return [
    ...(isInTrash ? [] : ["what was deleted is not in the trash"]),
    ...(existsSync(file) ? ["what was deleted is still in its place"] : []),
  ];
}

export function user(content: string) {
  return { type: "message", message: { role: "user", content } };
}

export function fileOf({ root, cwd }: Place, id: string): string {
  return join(root, "projects", projectFolderName(cwd), `${id}.jsonl`);
}

function appending(session: Session, entries: readonly NewEntry[]): () => Promise<Acknowledged> {
  return async () => {
    const { ids } = await session.append(entries.length === 1 ? entries[0]! : entries);
    return { session, ids };
  };
}

/** What an acknowledgement promises; undefined: nothing that a log would have. */
export async function promiseOf({ session, ids }: Acknowledged): Promise<Done | undefined> {
  if (session === undefined) return undefined;
  const { file } = session;
  if (ids !== undefined) return { file, ids };
  const all: string[] = [];
  for await (const { id } of session.entries()) all.push(id);
  await session.close();
  return { file, ids: all };
}

/** Fills a place with a session of each kind, and lays logs to import beside it. `samples` is the folder of sample logs. */
export async function prepare(place: Place, samples: string): Promise<void> {
  const store = await openStore({ root: place.root, durability: "process", index: false });
  await writeMain(await store.create({ cwd: place.cwd, id: "main", name: "main" }));
  copyFileSync(join(samples, "native-v1-linear.jsonl"), fileOf(place, "old"));
  copyFileSync(join(samples, "pi-v3.jsonl"), place.foreign);
  await store.close();
}

/** Fills a place with the import of a log that has grown since. */
export async function prepareImport({ root, cwd, grown }: Place, samples: string): Promise<void> {
  const store = await openStore({ root, durability: "process", index: false });
  const lines = readFileSync(join(samples, "pi-v3.jsonl"), "utf8").trimEnd().split("\n");
  writeFileSync(grown, `${lines.slice(0, -2).join("\n")}\n`);
  await (await store.import(grown, { cwd })).session.close();
  appendFileSync(grown, `${lines.slice(-2).join("\n")}\n`);
  await store.close();
}

/** Fills a place with a session in the trash that has a large text. */
export async function prepareTrash(place: Place): Promise<void> {
  const store = await openStore({
    root: place.root,
    durability: "process",
    index: false,
    spill: { above: 500 },
  });
  await writeMain(await store.create({ cwd: place.cwd, id: "main" }));
  const session = await store.create({ cwd: place.cwd, id: TRASHED });
  await session.append([
    { id: "t1", ...user("large ".repeat(200)) },
    { id: "t2", ...user("small") },
  ]);
  await session.close();
  await store.delete(session);
  await store.close();
}

async function writeMain(session: Session): Promise<void> {
  const usage = { inputTokens: 3, outputTokens: 5 };
  await session.append({ id: "m1", ...user("list the files") });
  const call = { type: "toolCall", id: "c1", name: "bash", input: { command: "ls" } };
  const turn = { role: "assistant", content: [call], provider: "p", model: "m", usage };
  await session.append({ id: "m2", type: "message", message: turn });
  const result = { role: "toolResult", toolCallId: "c1", content: "a b" };
  await session.append({ id: "m3", type: "message", message: result });
  await session.append({ id: "m4", type: "message", message: { ...turn, content: "two files" } });
  await session.label("m4", "good");
  await session.checkout("m1");
  await session.append({ id: "m5", ...user("another way") });
  await session.checkout("m4");
  await session.close();
}
