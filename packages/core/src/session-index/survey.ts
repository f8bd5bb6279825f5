import type { Damage } from "../format/damage.ts";
import type { Entry, MessageEntry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import type { JsonObject } from "../format/json.ts";
import { oneLine } from "../format/one-line.ts";
import { textOf } from "../format/blocks.ts";
import { withPreviews } from "../format/restore.ts";
import { answerWithoutContent } from "../format/without-content.ts";
import { decodeEntry } from "../log/decode-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { LogEnd } from "../log/log-end.ts";
import type { LocatedHead, LogMap } from "../log/log-map.ts";
import type { ScannedEntry } from "../log/scan-log.ts";
import { responseUsage } from "../usage/response-usage.ts";
import { type RunningSum, startSum, takeIn } from "../usage/running-sum.ts";

/** What a survey has gathered; plain data, so that it can be kept and gone on from. */
export interface SurveyState {
  name: string | null | undefined;
  cwd: string | undefined;
  title: string | null;
  messages: number;
  usage: RunningSum;
  tags: string[];
  archived: boolean;
  /** The greatest message time up to `now`, in milliseconds since 1970. */
  latest: number | null;
  /** The smallest message time later than `now`: from then on the survey is out of date. */
  nextAt: number | null;
  /** Bodies that were read, and are broken or do not fit the format. */
  damage: Damage[];
}

const TITLE_LENGTH = 200;

/**
 * Gathers what `list` shows: from heads, and from bodies only where something of them is in it. Parsing all bodies would
 * take twice as long; `doctor` does.
 */
export class Survey {
  readonly #dialect: Dialect;
  readonly #now: number;
  readonly state: SurveyState;

  constructor(dialect: Dialect, now: number, state: SurveyState = emptySurvey()) {
    this.#dialect = dialect;
    this.#now = now;
    this.state = state;
  }

  /** Takes in what a map, or the end of a log, catches up with. */
  read(log: LogMap | LogEnd): void {
    log.catchUp(this.#visit);
    const map = "map" in log ? log.map : log;
    // A torn line that lost its id to its own retry counts once, as the duplicate.
    const lost = new Set(
      map.damage.filter(({ kind }) => kind === "duplicate-id").map(({ offset }) => offset),
    );
    if (lost.size > 0) this.state.damage = this.state.damage.filter(({ offset }) => !lost.has(offset));
  }

  readonly #visit = (head: LocatedHead, { bytes, value }: ScannedEntry): void => {
    const isUnread = head.type === "message" && value === undefined && isClosed(bytes);
    if (isUnread && this.#passesOver(head.role)) {
      this.#countMessage(head.timestamp);
      return;
    }
    const read = isUnread && head.role === "assistant" ? answerOf(head, bytes) : value;
    const { entry, problem } = decodeEntry(this.#dialect, head, bytes, read);
    if (problem !== undefined) {
      this.state.damage.push({ offset: head.offset, length: head.length, kind: "bad-body", detail: problem });
      return;
    }
    this.#gather(entry);
  };

  /** Whether a list shows nothing of a message but that it is there. */
  #passesOver(role: string | undefined): boolean {
    return role === "toolResult" || role === "system" || (role === "user" && this.state.title !== null);
  }

  #gather(entry: Entry): void {
    const { state } = this;
    if (isEntry(entry, "session_info")) {
      if (entry.name !== undefined) state.name = entry.name === "" ? null : entry.name;
      if (entry.cwd !== undefined) state.cwd = entry.cwd;
    } else if (isEntry(entry, "tag")) {
      state.tags = state.tags.filter((tag) => tag !== entry.tag);
      if (entry.on) state.tags.push(entry.tag);
    } else if (isEntry(entry, "archive")) state.archived = entry.on;
    else if (isEntry(entry, "message")) {
      this.#countMessage(entry.timestamp);
      if (entry.message.role === "user") state.title ??= titleOf(entry);
    }
    const response = responseUsage(entry);
    if (response !== undefined) takeIn(state.usage, response);
  }

  #countMessage(timestamp: string | undefined): void {
    this.state.messages++;
    const time = timestamp === undefined ? Number.NaN : Date.parse(timestamp);
    if (Number.isNaN(time)) return;
    const { state } = this;
    if (time > this.#now) state.nextAt = Math.min(state.nextAt ?? time, time);
    else state.latest = Math.max(state.latest ?? time, time);
  }
}

const CLOSE = 0x7d;
const CARRIAGE_RETURN = 0x0d;

/** Whether a line ends as an object does: where a write was cut short, it rarely does. */
function isClosed(bytes: Buffer): boolean {
  const last = bytes.length - 1;
  return bytes[bytes[last] === CARRIAGE_RETURN ? last - 1 : last] === CLOSE;
}

/** The line of an answer without what it says. */
function answerOf(
  { type, id, parentId, timestamp = "" }: LocatedHead,
  bytes: Buffer,
): JsonObject | undefined {
  const message = answerWithoutContent(bytes);
  return message && { type, id, parentId, timestamp, message };
}

function titleOf(entry: MessageEntry): string | null {
  const { message } = withPreviews(entry) as MessageEntry;
  return oneLine(textOf(message.content), TITLE_LENGTH) || null;
}

function emptySurvey(): SurveyState {
  return {
    name: undefined,
    cwd: undefined,
    title: null,
    messages: 0,
    usage: startSum(),
    tags: [],
    archived: false,
    latest: null,
    nextAt: null,
    damage: [],
  };
}
