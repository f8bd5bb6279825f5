import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  NotFoundError,
  SessionTreeError,
  type Session,
  type SessionStore,
  type SessionSummary,
} from "@session-tree/core";
import { showDirectory } from "../output/directory.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { shortSessionId } from "./short-session-id.ts";
import { UsageError } from "../usage-error.ts";

/** What a person wrote to say which session and which entry. */
export interface Words {
  /** `<session>`, `<session>@<entry>`, `@<entry>`; undefined: the newest session of the directory. */
  readonly session: string | undefined;
  /** What `--at` says. */
  readonly at?: string | undefined;
}

/** An open session, and the entry that was named: undefined if none was, null for before the first. */
export interface Target {
  readonly store: SessionStore;
  readonly session: Session;
  readonly summary: SessionSummary;
  readonly at: string | null | undefined;
}

/** Opens the session that `words` name, and closes it when `use` is through. */
export async function withTarget<T>(run: Run, words: Words, use: (target: Target) => Promise<T>): Promise<T> {
  return withStore(run, async (store) => {
    const { summary, entry } = await findSession(run, store, words.session);
    if (entry !== undefined && words.at !== undefined) {
      throw new UsageError(`an entry is given twice: @${entry} and --at ${words.at}`);
    }
    const session = await store.open(summary.file);
    try {
      const query = entry ?? words.at;
      const at = query === undefined ? undefined : await session.resolveEntry(query);
      return await use({ store, session, summary, at });
    } finally {
      await session.close();
    }
  });
}

/** The session, and the part behind `@`. The whole word is tried first, as a name may hold an `@`. */
export async function findSession(
  run: Run,
  store: SessionStore,
  word: string | undefined,
): Promise<{ summary: SessionSummary; entry: string | undefined }> {
  if (word === undefined) return { summary: await newest(run, store), entry: undefined };
  const split = word.lastIndexOf("@");
  try {
    if (split !== 0) return { summary: await resolveWord(run, store, word), entry: undefined };
  } catch (error) {
    if (!(error instanceof NotFoundError) || split < 0) throw error;
  }
  const [name, entry] = [word.slice(0, split), word.slice(split + 1)];
  if (entry === "") throw new UsageError(`no entry behind the @ of ${JSON.stringify(word)}`);
  return { summary: name === "" ? await newest(run, store) : await resolveWord(run, store, name), entry };
}

async function resolveWord(run: Run, store: SessionStore, word: string): Promise<SessionSummary> {
  // Paths are those of the caller's shell, whatever --cwd says.
  const path = resolve(run.context.cwd, word);
  const looksLikeFile = /[/\\]|\.(jsonl|jsonl\.zst|json|db)(#.+)?$/.test(word);
  const isFile = looksLikeFile && (existsSync(path) || existsSync(path.slice(0, path.lastIndexOf("#"))));
  return store.resolve(isFile ? path : word, { cwd: run.cwd });
}

async function newest(run: Run, store: SessionStore): Promise<SessionSummary> {
  const found = await store.newest({ cwd: run.cwd });
  if (found !== undefined) return found;
  const elsewhere = await store.newerElsewhere({ cwd: run.cwd, than: undefined });
  const here = showDirectory(run.cwd, run.context.home);
  if (elsewhere === undefined)
    throw new SessionTreeError("NOT_FOUND", `No session in ${here} yet`, {
      hint: "`sessions new` makes one; `sessions list --all` shows those of other directories.",
    });
  const id = await shortSessionId(run, store, elsewhere.id);
  throw new SessionTreeError("NOT_FOUND", `No native session in ${here} yet`, {
    hint: `${elsewhere.dialect} has one here; to read it: sessions show ${id}; to go on with it: sessions fork ${id}`,
  });
}
