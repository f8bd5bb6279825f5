import { NotASessionError, NotFoundError } from "../../errors.ts";
import { FileSource } from "../../log/file-source.ts";
import { jsonLines } from "../json-lines.ts";
import type { Told } from "../translation.ts";
import { siblingLog, storedResult } from "./files.ts";
import { header, isSubagent } from "./header.ts";
import { LINE_FORM, text } from "./line.ts";
import { type Prelude, readPrelude } from "./prelude.ts";
import type { Spot } from "./places.ts";
import type { Teller } from "./teller.ts";
import { Telling } from "./telling.ts";

/** A fork of a fork of a fork: so many logs are read for one session. */
const MAX_FORKS = 8;

/** The newest version whose lines are known. */
const KNOWN_VERSION = 2;

/**
 * Tells a session of Claude Code; returns where everything stands.
 * @throws NotFoundError, NotASessionError, LogIoError
 */
export function* tell(file: string, forks = 0): Generator<Told, Teller> {
  const source = FileSource.open(file);
  try {
    const prelude = readPrelude(source);
    if (prelude === undefined) throw new NotASessionError(file, "it holds no conversation");
    const head = header(file, prelude);
    yield { header: head };
    yield* unknownVersion(prelude);
    const sessionId = text(prelude.first, "sessionId") ?? head.id;
    const telling = new Telling({
      sessionId: head.id,
      cwd: head.cwd,
      isSubagent: isSubagent(file, prelude),
      stored: (path) => storedResult(file, sessionId, path),
    });
    if (prelude.from?.copied === false) yield* inherited(file, prelude.from, telling, forks);
    for (const line of jsonLines(source, LINE_FORM)) {
      if ("damage" in line) yield line;
      else yield* telling.take(line);
    }
    yield* telling.end();
    return telling.teller;
  } finally {
    source.close();
  }
}

/** What a session goes on from without having it: the way to the last entry of it, in the log of another session. */
function* inherited(
  file: string,
  { sessionId, entryId }: NonNullable<Prelude["from"]>,
  { teller }: Telling,
  forks: number,
): Generator<Told> {
  const other = siblingLog(file, sessionId);
  const way = other === undefined || forks >= MAX_FORKS ? undefined : wayTo(other, entryId, forks + 1);
  if (way === undefined) {
    yield { notice: `The session begins in another one that is not there: ${JSON.stringify(sessionId)}` };
    return;
  }
  for (const told of tell(other!, forks + 1))
    if ("entry" in told && way.has(told.entry.id)) yield teller.inherit(told.entry);
}

/** The ids from the first entry of a log to the one that its line became; undefined: it is not there. */
function wayTo(file: string, entryId: string, forks: number): Set<string> | undefined {
  let at: Spot | null | undefined;
  try {
    const telling = tell(file, forks);
    let next = telling.next();
    while (next.done !== true) next = telling.next();
    at = next.value.places.get(entryId);
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof NotASessionError) return undefined;
    throw error;
  }
  if (at === undefined) return undefined;
  const way = new Set<string>();
  for (; at !== null; at = at.above) if (at.id !== null) way.add(at.id);
  return way;
}

function* unknownVersion({ first }: Prelude): Generator<Told> {
  const [, version, major] = /^((\d+)\.[\d.]+)/.exec(text(first, "version") ?? "") ?? [];
  if (Number(major) > KNOWN_VERSION)
    yield {
      notice: `Claude Code ${version} wrote it: what is new since version ${KNOWN_VERSION} may be left out`,
    };
}
