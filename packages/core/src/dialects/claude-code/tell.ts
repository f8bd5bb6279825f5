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

/** A fork may refer to a fork: so many logs are read for one session. */
const MAX_FORKS = 8;

/** The logs that lead to the one that is told, and the ways through others that are known: each is looked for once. */
interface Forks {
  readonly files: readonly string[];
  readonly ways: Map<string, ReadonlySet<string> | undefined>;
}

/** The newest version whose lines are known. */
const KNOWN_VERSION = 2;

/**
 * Tells a session of Claude Code; returns where everything stands.
 * @throws NotFoundError, NotASessionError, LogIoError
 */
export function* tell(file: string, forks: Forks = { files: [], ways: new Map() }): Generator<Told, Teller> {
  const source = FileSource.open(file);
  try {
    const prelude = readPrelude(source);
    if (prelude === undefined) throw new NotASessionError(file, "it holds no conversation");
    const head = header(file, prelude);
    yield { header: head };
    yield* unknownVersion(prelude);
    let missing = 0;
    const telling = new Telling({
      sessionId: head.id,
      cwd: head.cwd,
      isSubagent: isSubagent(file, prelude),
      stored(path) {
        const stored = storedResult(file, path);
        if (stored === undefined) missing++;
        return stored;
      },
    });
    if (prelude.from?.copied === false) yield* inherited(file, prelude.from, telling, forks);
    for (const line of jsonLines(source, LINE_FORM)) {
      if ("damage" in line) yield line;
      else yield* telling.take(line);
    }
    yield* telling.end();
    if (missing > 0)
      yield { notice: `Files with whole results that are shortened here are not there: ${missing}` };
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
  { files, ways }: Forks,
): Generator<Told> {
  const other = siblingLog(file, sessionId);
  const forks = { files: [...files, file], ways };
  const isRead = other !== undefined && !forks.files.includes(other) && files.length < MAX_FORKS;
  const way = isRead ? wayTo(other, entryId, forks) : undefined;
  if (way === undefined) {
    yield { notice: `The session begins in another one that is not there: ${JSON.stringify(sessionId)}` };
    return;
  }
  for (const told of tell(other!, forks))
    if ("entry" in told && way.has(told.entry.id)) yield teller.inherit(told.entry);
}

/** The ids from the first entry of a log to the one that its line became; undefined: it is not there. */
function wayTo(file: string, entryId: string, forks: Forks): ReadonlySet<string> | undefined {
  const key = JSON.stringify([file, entryId]);
  if (!forks.ways.has(key)) forks.ways.set(key, findWay(file, entryId, forks));
  return forks.ways.get(key);
}

function findWay(file: string, entryId: string, forks: Forks): ReadonlySet<string> | undefined {
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
