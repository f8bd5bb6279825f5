import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { logFilesBelow } from "../../src/store/list-logs.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { TrashedSession } from "../../src/store/trash.ts";

/** What a store says to someone who opens it now, by the names of its logs below the root. */
export type Meaning = Readonly<Record<string, SessionMeaning>>;

interface SessionMeaning {
  readonly leaf: string | null;
  readonly ids: readonly string[];
  readonly messages: unknown;
  /** The row that `list` gives, and the tree; sizes and damage aside. */
  readonly row: unknown;
  readonly tree: unknown;
  readonly sizes: unknown;
}

/** Opens a store and asks it for everything. @param index whether it may use its index */
export async function meaningOf(root: string, index = false): Promise<Meaning> {
  const store = await openStore({ root, index });
  const meaning: Record<string, SessionMeaning> = {};
  for (const { bytes, damage, ...row } of await store.list({ archived: true })) {
    const session = await store.open(row.file);
    const { damage: places, ...tree } = await session.tree();
    const ids = session.log.heads.map(({ id }) => id);
    const { leaf } = session;
    const { messages } = await session.project();
    const name = relative(root, row.file);
    meaning[name] = {
      leaf,
      ids,
      messages,
      row: { ...row, file: name },
      tree,
      sizes: [bytes, damage, places],
    };
    await session.close();
  }
  await store.close();
  return meaning;
}

/** What is in the trash of a store. */
export async function trashedIn(root: string): Promise<TrashedSession[]> {
  const store = await openStore({ root, index: false });
  const trashed = await store.trash();
  await store.close();
  return trashed;
}

/** What is in the trash of `template` and in `root` is neither there nor, with all its content, in its place. */
export async function lostFromTrash(template: string, root: string): Promise<string[]> {
  const trashed = (await trashedIn(root)).map(({ id }) => id);
  const store = await openStore({ root, index: false });
  const rows = await store.list();
  const { damage } = await store.doctor();
  await store.close();
  const whole = rows.filter(({ file }) => damage.every((one) => one.file !== file)).map(({ id }) => id);
  const gone = (await trashedIn(template)).filter(({ id }) => !trashed.includes(id) && !whole.includes(id));
  return gone.map(({ id }) => `${id} was in the trash and is lost`);
}

/** Whether two stores say the same, sizes and damage aside: what a refused operation leaves has no meaning. */
export function sayTheSame(one: Meaning, other: Meaning): boolean {
  const bare = (meaning: Meaning) =>
    Object.entries(meaning).map(([name, said]) => [name, { ...said, sizes: 0 }]);
  return isDeepStrictEqual(bare(one), bare(other));
}

/** What is wrong with a store, for someone who opens it now. @param plain what its logs say */
export async function problemsOf(root: string, plain: Meaning): Promise<string[]> {
  return [...(await problemsOfIndex(root, plain)), ...problemsOfLogs(root, plain)];
}

/** The answers are the same with the index that is there, with a new one, and without. */
export async function problemsOfIndex(root: string, plain: Meaning): Promise<string[]> {
  const problems: string[] = [];
  if (!isDeepStrictEqual(await meaningOf(root, true), plain))
    problems.push("the answers differ from those without an index");
  for (const folder of new Set(logsOf(root).map((file) => join(file, "..")))) {
    for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `index.sqlite${end}`), { force: true });
  }
  if (!isDeepStrictEqual(await meaningOf(root, true), plain))
    problems.push("the answers differ from those of a rebuilt index");
  return problems;
}

/** Every log is listed, every intact line is read, and no id is there twice. */
function problemsOfLogs(root: string, plain: Meaning): string[] {
  return logsOf(root).flatMap((file) => {
    const said = plain[relative(root, file)];
    return said === undefined ? [`${relative(root, file)} is not listed`] : problemsOfLog(file, said.ids);
  });
}

function logsOf(root: string): string[] {
  return logFilesBelow(join(root, "projects"));
}

function problemsOfLog(file: string, ids: readonly string[]): string[] {
  const known = new Set(ids);
  const twice = known.size < ids.length ? ["an id is there twice"] : [];
  const unread = intactIds(file).filter((id) => !known.has(id));
  return [...twice, ...unread.map((id) => `the intact line ${id} is not read`)];
}

/** The ids of the lines that are whole, told without the library; a batch counts only as a whole. */
function intactIds(file: string): string[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const entries = lines.map(parsed).filter((value) => value?.id !== undefined && value.type !== "session");
  return entries
    .filter((entry) => {
      const { batch } = entry!;
      if (batch === undefined) return true;
      return entries.filter((other) => other!.batch?.id === batch.id).length === batch.size;
    })
    .map((entry) => entry!.id!);
}

interface Line {
  readonly type?: string;
  readonly id?: string;
  readonly batch?: { readonly id: string; readonly size: number };
}

function parsed(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}
