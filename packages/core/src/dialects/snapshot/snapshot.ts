import { isTooDeep } from "../../format/depth.ts";
import { isJsonObject, parseObject, type JsonObject } from "../../format/json.ts";
import { salvage } from "../../format/salvage.ts";
import { FileSource } from "../../log/file-source.ts";
import type { Agent } from "../agent.ts";
import { named } from "../chat/fields.ts";
import { filesIn } from "../chat/files.ts";
import { isChatMessage } from "../chat/messages.ts";
import { ChatPath, timeOf } from "../chat/path.ts";
import { translated } from "../translated.ts";
import type { ForeignSession, Told, TranslatedHeader } from "../translation.ts";
import { wholePairs } from "../whole-pairs.ts";
import { totalsOf } from "./totals.ts";

const NAME = "snapshot";

/** A file of this kind is read as a whole, so there is an end to it: 128 MiB. */
const MAX_BYTES = 1 << 27;

/** Where the header's fields are sought in a file that is torn. */
const BEGINNING = 1 << 16;

const RECORDS = {
  starts: [Buffer.from('{"role":')],
  isRecord: (value: JsonObject): boolean => isChatMessage(value) && !isTooDeep(value),
};

/**
 * One JSON object that holds a whole session: its history is one path.
 *
 *     id, workdir, created, title               header {id, cwd, timestamp, name}, each by any of its usual names
 *     history                                   messages, as in message logs of OpenAI's API
 *     token totals                              usage "session-total", before all messages
 *     everything else                           in the header's field "snapshot"
 */
function* translate({ file }: ForeignSession): Generator<Told> {
  const bytes = readWhole(file);
  if (bytes === undefined) {
    yield {
      damage: { offset: 0, length: MAX_BYTES, kind: "too-long", detail: "larger than a snapshot can be" },
    };
    return;
  }
  const whole = shallow(parseObject(bytes.toString("utf8")));
  const value = whole ?? shallow(wholePairs(bytes.subarray(0, BEGINNING))) ?? {};
  const header = headerOf(value);
  if (header !== undefined) yield { header };
  const path = new ChatPath(NAME);
  const usage = totalsOf(value);
  if (usage !== undefined) {
    const model = named(value["model"]) ?? "";
    yield* path.add({ totals: true }, [{ type: "usage", kind: "session-total", model, usage }]);
  }
  const history =
    whole === undefined ? salvage(bytes, RECORDS).map((record) => record.value) : whole["history"];
  for (const item of Array.isArray(history) ? (history as unknown[]) : [])
    yield* path.tell(isJsonObject(item) ? item : { value: item });
  if (whole === undefined)
    yield {
      damage: { offset: 0, length: bytes.length, kind: "not-json", detail: "torn; whole messages were read" },
    };
}

const NAMES = {
  id: ["id", "session_id", "sessionId"],
  cwd: ["workdir", "cwd", "work_dir", "working_dir", "working_directory", "workingDirectory"],
  created: ["created", "created_at", "createdAt", "start_time", "started_at", "startTime"],
  name: ["name", "title"],
};

function headerOf(value: JsonObject): TranslatedHeader | undefined {
  const id = first(value, NAMES.id);
  if (id === undefined) return undefined;
  const cwd = first(value, NAMES.cwd);
  const name = first(value, NAMES.name);
  const created = NAMES.created.map((key) => timeOf(value[key])).find((time) => time !== undefined);
  const { history: _history, ...rest } = value;
  return {
    id,
    ...(created !== undefined && { timestamp: created }),
    ...(cwd !== undefined && { cwd }),
    ...(name !== undefined && { name }),
    [NAME]: rest,
  };
}

/** What is nested too deep is no part of any entry. */
function shallow(value: JsonObject | undefined): JsonObject | undefined {
  return value === undefined || isTooDeep(value) ? undefined : value;
}

function first(value: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => named(value[key])).find((found) => found !== undefined);
}

function readWhole(file: string): Buffer | undefined {
  const source = FileSource.open(file);
  try {
    if (source.size() > MAX_BYTES) return undefined;
    const bytes = Buffer.alloc(source.size());
    return bytes.subarray(0, source.read(bytes, 0));
  } finally {
    source.close();
  }
}

/** The bytes may end anywhere: what matters is an object that is the only one, and has a history. */
function isSession(start: Buffer): boolean {
  const text = start.toString("utf8").trimStart();
  if (!text.startsWith("{") || !/"history"\s*:\s*\[/.test(text)) return false;
  const [line = "", ...more] = text.trimEnd().split("\n");
  if (more.length > 0 && parseObject(line) !== undefined) return false;
  const value = parseObject(text) ?? wholePairs(start) ?? {};
  return first(value, NAMES.id) !== undefined || Array.isArray(value["history"]);
}

export const snapshotAgent: Agent = {
  title: "Snapshots",
  dialect: translated(NAME, (start) => (isSession(start) ? "yes" : "no"), {
    sessions: (folder) => filesIn(folder, ".json", isSession),
    translate,
  }),
  folders: () => [],
  tells: { branches: false, usage: "sums", subagents: false },
};
