import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode } from "../../src/dialects/claude-code/claude-code.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import { isEntry } from "../../src/format/entry-kinds.ts";
import type { Entry } from "../../src/format/entries.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { textOf } from "../../src/format/blocks.ts";
import { project } from "../../src/projection/project.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { activeLeaf } from "../../src/tree/active-leaf.ts";
import { linkDamage } from "../../src/tree/link-damage.ts";
import { temporaryFolder } from "../support/store.ts";

export const SESSION = "5c1d7a52-0000-4000-8000-000000000001";

let seconds = 0;

/** A line of the conversation; undefined for `parentUuid` leaves the key out. */
export function line(
  type: string,
  uuid: string,
  parentUuid: string | null | undefined,
  more: JsonObject,
): JsonObject {
  seconds = (seconds + 1) % 60;
  const timestamp = `2026-09-14T10:00:${String(seconds).padStart(2, "0")}.000Z`;
  const chain = parentUuid === undefined ? {} : { parentUuid };
  const around = {
    isSidechain: false,
    cwd: "/work/app",
    sessionId: SESSION,
    version: "2.1.270",
    gitBranch: "main",
  };
  return { ...chain, type, uuid, timestamp, ...around, ...more };
}

export function says(
  uuid: string,
  parent: string | null | undefined,
  content: unknown = uuid,
  more: JsonObject = {},
) {
  return line("user", uuid, parent, { message: { role: "user", content }, ...more });
}

/** One line of an answer: a text, or blocks. */
export function answers(
  uuid: string,
  parent: string | null | undefined,
  content: string | object[] = uuid,
  message: JsonObject = {},
) {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const base = { id: `msg_${uuid}`, type: "message", role: "assistant", model: "claude-sonnet-5" };
  const usage = { input_tokens: 10, output_tokens: 20 };
  return line("assistant", uuid, parent, { message: { ...base, usage, ...message, content: blocks } });
}

export function call(id: string, name = "Bash") {
  return { type: "tool_use", id, name, input: { of: id } };
}

/** One line of an answer that calls; lines of one `message` are one answer. */
export function calls(uuid: string, parent: string, message: string, ...ids: string[]) {
  return answers(
    uuid,
    parent,
    ids.map((id) => call(id)),
    { id: message },
  );
}

export function result(
  uuid: string,
  parent: string,
  id: string,
  content: unknown = `result of ${id}`,
  more: JsonObject = {},
) {
  return says(uuid, parent, [{ type: "tool_result", tool_use_id: id, content }], more);
}

/** A line that stands beside the conversation. */
export function hook(uuid: string, parent: string | null) {
  return line("progress", uuid, parent, { data: { type: "hook_progress" } });
}

/** A line without an id. */
export function note(type: string, more: JsonObject = {}): JsonObject {
  return { type, ...more, sessionId: SESSION };
}

export function bytesOf(lines: readonly (JsonObject | string)[]): Buffer {
  return Buffer.from(
    lines.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n") + "\n",
  );
}

/** Writes a log under the name of its session, in a folder that goes with the test. */
export function write(bytes: Buffer, name = `${SESSION}.jsonl`, folder = temporaryFolder()): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** Reads a log as the store does. */
export function readFile(file: string) {
  const source = TranslatedLog.open(file, { file }, claudeCode.translation!);
  const log = new SessionLog(source, claudeCode, "by-file-name");
  const leaf = activeLeaf(log.tree, claudeCode.leafRule)?.head.id ?? null;
  const entries = log.heads.map((head) => log.decode(head).entry);
  const { messages, repairs } = project(log.path(leaf));
  return {
    source,
    log,
    header: log.header?.value,
    entries,
    leaf,
    /** Where each node of a message hangs, and the ids of the leaves that are no mere notes. */
    path: log.path(leaf).map(({ entry }) => entry.id),
    conversation: log.path(leaf).flatMap(({ entry }) => (isEntry(entry, "message") ? [entry.id] : [])),
    branches: log.tree.leaves().map(({ head }) => head.id),
    context: messages.map((message) => `${message.role}: ${textOf(message.content)}`),
    repairs: repairs.map(({ kind }) => kind),
    notices: source.notices,
    damage: [...source.damage, ...linkDamage(log.tree)].map(({ kind }) => kind),
  };
}

export function read(...lines: (JsonObject | string)[]) {
  return readFile(write(bytesOf(lines)));
}

/** The entry of an id, without its envelope. */
export function bodyOf(entries: readonly Entry[], id: string): JsonObject {
  const {
    id: _id,
    parentId: _parent,
    timestamp: _timestamp,
    ...body
  } = entries.find((entry) => entry.id === id)! as JsonObject;
  return body;
}

export function messageOf(entries: readonly Entry[], id: string): JsonObject {
  return bodyOf(entries, id)["message"] as JsonObject;
}
