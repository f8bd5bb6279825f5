import { basename, dirname } from "node:path";
import { NotASessionError } from "../../errors.ts";
import { textIn } from "../../answers/answer-parts.ts";
import { isEntryId } from "../../format/ids.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { derivedId } from "../../log/derived-id.ts";
import { FileSource } from "../../log/file-source.ts";
import { jsonLines } from "../json-lines.ts";
import type { ForeignSession, Told } from "../translation.ts";
import { EVENT, eventOf, START, type CopilotEvent } from "./event.ts";
import { sessionHeader } from "./session-header.ts";
import { SessionTelling } from "./session-telling.ts";
import { EVENTS, workspaceOf } from "./workspace.ts";

const KNOWN_VERSION = 1;

/** Tells a session of the Copilot CLI. @throws NotFoundError, NotASessionError, LogIoError */
export function* translateSession({ file }: ForeignSession): Generator<Told> {
  const source = FileSource.open(file);
  try {
    yield* tell(file, source);
  } finally {
    source.close();
  }
}

function* tell(file: string, source: ByteSource): Generator<Told> {
  const first = firstEvent(source);
  if (first === undefined) throw new NotASessionError(file, "no line of it can be read");
  const start = first.type === START ? first.data : {};
  const sessionId = textIn(start, "sessionId") ?? idOfFile(file);
  const header = sessionHeader(sessionId, start, workspaceOf(file));
  yield { header };
  const { version } = start;
  if (version !== undefined && version !== KNOWN_VERSION)
    yield {
      notice: `Version ${JSON.stringify(version)} of the events is not known: they are read as far as it goes`,
    };

  const telling = new SessionTelling(header.cwd);
  const ids = new Set<string>();
  let timestamp = header.timestamp ?? "";
  for (const line of jsonLines(source, EVENT)) {
    if ("damage" in line) {
      yield line;
      continue;
    }
    const { offset, length, value } = line;
    const event = eventOf(value);
    const id = isEntryId(event.id) && event.id.length <= LONGEST ? event.id : derivedId(sessionId, offset);
    if (ids.has(id)) {
      yield { damage: { offset, length, kind: "duplicate-id", detail: `another event has the id ${id}` } };
      continue;
    }
    ids.add(id);
    timestamp = event.timestamp ?? timestamp;
    for (const entry of telling.take({ ...event, id, timestamp })) {
      ids.add(entry.id);
      yield { entry };
    }
  }
  for (const entry of telling.end()) yield { entry };
  const { leaf } = telling;
  if (leaf !== undefined)
    yield { entry: { type: "leaf", id: `${leaf}-leaf`, parentId: leaf, timestamp, targetId: leaf } };
}

/** Entries beside an event get its id with a word behind it. */
const LONGEST = 64;

function firstEvent(source: ByteSource): CopilotEvent | undefined {
  for (const line of jsonLines(source, EVENT)) if ("value" in line) return eventOf(line.value);
  return undefined;
}

function idOfFile(file: string): string {
  return basename(file) === EVENTS ? basename(dirname(file)) : basename(file).replace(/\.jsonl$/, "");
}
