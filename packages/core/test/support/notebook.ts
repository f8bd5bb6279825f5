import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../src/dialects/agent.ts";
import { translated } from "../../src/dialects/translated.ts";
import type { ForeignSession, Told } from "../../src/dialects/translation.ts";

/** A note of a page: a message, in an agent that is made up for tests. */
export interface Note {
  readonly id: string;
  /** The note it answers; null: none. */
  readonly after: string | null;
  readonly who: "user" | "assistant";
  readonly text: string;
}

/** A session: `torn` damaged bytes, an `aside` that has no place in our form, and a text that is kept elsewhere. */
export interface Page {
  readonly notes: readonly Note[];
  readonly torn?: number;
  readonly aside?: string;
  readonly appendix?: string;
  readonly cwd?: string;
  /** The page that it is a subagent of. */
  readonly under?: string;
}

const MARK = '{"notebook":';
const TIME = "2026-01-01T00:00:00.000Z";

/** Writes a file of several sessions. */
export function writeNotebook(file: string, pages: Readonly<Record<string, Page>>): void {
  writeFileSync(file, `${MARK}${JSON.stringify(pages)}}`);
}

function pagesOf(file: string): Record<string, Page> {
  return (JSON.parse(readFileSync(file, "utf8")) as { notebook: Record<string, Page> }).notebook;
}

/** What the agent keeps about its sessions in the same folder. */
type Shelf = Readonly<Record<string, { name?: string; archived?: boolean }>>;

function shelfOf(folder: string): Shelf {
  try {
    return JSON.parse(readFileSync(join(folder, "shelf.json"), "utf8")) as Shelf;
  } catch {
    return {};
  }
}

function* sessions(folder: string): Generator<ForeignSession> {
  const shelf = shelfOf(folder);
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name === "closed") readdirSync(join(file, "nowhere"));
    if (!name.endsWith(".notebook")) continue;
    for (const [part, { appendix }] of Object.entries(readable(file)))
      yield { file, part, ...shelf[part], ...(appendix && { others: [appendix] }) };
  }
}

function readable(file: string): Record<string, Page> {
  try {
    return pagesOf(file);
  } catch {
    return { broken: { notes: [] } };
  }
}

function* translate({ file, part = "" }: ForeignSession): Generator<Told> {
  const { notes, torn, aside, appendix, cwd, under } = pagesOf(file)[part]!;
  const parent = under !== undefined && { parentSession: under, relation: "subagent" as const };
  yield { header: { id: part, timestamp: TIME, ...(cwd !== undefined && { cwd }), ...parent } };
  let last: string | null = null;
  for (const { id, after, who, text } of notes) {
    const message = who === "user" ? { role: who, content: text } : { role: who, content: text, model: "m" };
    yield { entry: { type: "message", id, parentId: after, timestamp: TIME, message } };
    last = id;
  }
  if (aside !== undefined) {
    const custom = { customType: "notebook:aside", data: aside };
    yield { entry: { type: "custom", id: "aside", parentId: last, timestamp: TIME, ...custom } };
    last = "aside";
  }
  if (appendix !== undefined) {
    const message = { role: "user" as const, content: readFileSync(appendix, "utf8") };
    yield { entry: { type: "message", id: "appendix", parentId: last, timestamp: TIME, message } };
  }
  if (torn !== undefined) {
    yield { damage: { offset: 7, length: torn, kind: "not-json", detail: "scribbled over" } };
    yield { notice: "a page was torn" };
  }
}

export const notebook = translated(
  "notebook",
  (start) => (start.toString("utf8").startsWith(MARK) ? "yes" : "no"),
  { sessions, translate },
);

export const notebookAgent: Agent = {
  title: "Notebook",
  dialect: notebook,
  folders: ({ home }) => [join(home, "notebooks")],
  tells: { branches: true, usage: false, subagents: false },
};
