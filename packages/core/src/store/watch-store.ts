import { NotFoundError } from "../errors.ts";
import type { Entry } from "../format/entries.ts";
import { projectMatcher } from "./project.ts";
import { SessionLog } from "./session-log.ts";
import type { StoreParts } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

export interface WatchOptions {
  /** Only sessions of this working directory. */
  readonly cwd?: string | undefined;
  /** Ends the watching. */
  readonly signal?: AbortSignal | undefined;
}

/** An entry that was appended to a session. */
export interface WatchEvent {
  readonly session: string;
  readonly file: string;
  readonly entry: Entry;
}

/** A log that is being followed. */
interface Followed {
  readonly source: ReadableLog;
  readonly log: SessionLog;
}

/** Gives what is appended to the store's sessions from now on, whoever appends it. Half lines are never seen. */
export async function* watchStore(parts: StoreParts, options: WatchOptions): AsyncGenerator<WatchEvent> {
  const { storage, openToRead } = parts;
  const { cwd, signal } = options;
  const inProject = cwd === undefined ? () => true : projectMatcher(cwd);
  /** How far each log reached when the watching began. */
  const seen = new Map(storage.logs().map((ref) => [ref.file, sizeOf(openToRead(ref))]));
  const followed = new Map<string, Followed>();
  const changed: LogRef[] = [];
  let wake = (): void => undefined;
  const stop = storage.watch((ref) => {
    changed.push(ref);
    wake();
  });
  signal?.addEventListener("abort", () => wake());
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      const ref = changed.shift();
      if (ref === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        yield* eventsOf(ref, followed, seen, openToRead, inProject);
      }
    }
  } finally {
    stop();
    for (const { source } of followed.values()) source.close();
  }
}

function* eventsOf(
  ref: LogRef,
  followed: Map<string, Followed>,
  seen: ReadonlyMap<string, number>,
  open: (log: LogRef) => ReadableLog,
  inProject: (cwd: string | null) => boolean,
): Generator<WatchEvent> {
  const known = followed.get(ref.file);
  const log = known?.log ?? follow(ref, followed, open);
  if (log === undefined) return;
  const from = seen.get(ref.file) ?? 0;
  const fresh = known === undefined ? log.heads.filter(({ offset }) => offset >= from) : log.catchUp();
  if (!inProject(log.cwd() ?? null)) return;
  for (const head of fresh) yield { session: log.id, file: ref.file, entry: log.read(head).entry };
}

/** Undefined: the log was deleted meanwhile. */
function follow(
  ref: LogRef,
  followed: Map<string, Followed>,
  open: (log: LogRef) => ReadableLog,
): SessionLog | undefined {
  const source = openIfThere(ref, open);
  if (source === undefined) return undefined;
  const log = new SessionLog(source, ref.dialect, ref.fallbackId);
  followed.set(ref.file, { source, log });
  return log;
}

function openIfThere(ref: LogRef, open: (log: LogRef) => ReadableLog): ReadableLog | undefined {
  try {
    return open(ref);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function sizeOf(source: ReadableLog): number {
  try {
    return source.size();
  } finally {
    source.close();
  }
}
