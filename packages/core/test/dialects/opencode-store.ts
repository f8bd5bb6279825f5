import Database from "better-sqlite3";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { opencode } from "../../src/dialects/opencode/opencode.ts";
import type { ForeignSession } from "../../src/dialects/translation.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { temporaryFolder } from "../support/store.ts";
import { readForeign, type ReadForeign, translationOf } from "./read-foreign.ts";

export const START = Date.UTC(2026, 2, 1, 8);

export interface StoredMessage {
  readonly id: string;
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

export interface StoredSession {
  readonly info: JsonObject & { readonly id: string };
  readonly messages: readonly StoredMessage[];
}

export function session(messages: readonly StoredMessage[], more: JsonObject = {}): StoredSession {
  const info = {
    id: "ses_1",
    directory: "/work",
    title: "Some work",
    version: "1.2.3",
    projectID: "p",
    ...more,
  };
  const { time } = more;
  return { info: { ...info, time: { created: START, updated: START, ...(time as object) } }, messages };
}

/** A message with its parts; `at` is its place in time. */
export function message(id: string, at: number, info: JsonObject, ...parts: JsonObject[]): StoredMessage {
  const time = { created: START + at * 1000, ...(info["time"] as object) };
  return { id, info: { ...info, time }, parts };
}

export function user(id: string, at: number, ...parts: (JsonObject | string)[]): StoredMessage {
  const read = parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  return message(id, at, { role: "user", agent: "build" }, ...read);
}

export const TOKENS = { input: 10, output: 5, reasoning: 2, cache: { read: 3, write: 4 } };

export function answer(
  id: string,
  at: number,
  more: JsonObject,
  ...parts: (JsonObject | string)[]
): StoredMessage {
  const info = {
    role: "assistant",
    providerID: "anthropic",
    modelID: "claude-test",
    cost: 0.5,
    tokens: TOKENS,
    finish: "stop",
  };
  const read = parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  return message(id, at, { ...info, time: { completed: START + at * 1000 }, ...more }, ...read);
}

export function tool(callID: string, status: string, state: JsonObject = {}): JsonObject {
  return { type: "tool", callID, tool: "bash", state: { status, input: { command: callID }, ...state } };
}

/** Writes sessions as a database. */
export function writeDatabase(file: string, sessions: readonly StoredSession[]): void {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  fillDatabase(database, sessions);
  database.close();
}

export function fillDatabase(database: Database.Database, sessions: readonly StoredSession[]): void {
  database.exec(`
    CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text, title text, version text,
      revert text, time_created integer, time_updated integer, time_archived integer);
    CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text);
    CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_updated integer, data text)`);
  const insertSession = database.prepare("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const insertMessage = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)");
  const insertPart = database.prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?)");
  for (const { info, messages } of sessions) {
    const { id, projectID, parentID = null, directory, title, version, revert, time } = info;
    const { created: begun, updated, archived = null } = time as JsonObject;
    const reverted = revert === undefined ? null : JSON.stringify(revert);
    insertSession.run(id, projectID, parentID, directory, title, version, reverted, begun, updated, archived);
    for (const stored of messages) {
      const created = createdOf(stored);
      insertMessage.run(stored.id, id, created, created, JSON.stringify(stored.info));
      for (const [place, part] of stored.parts.entries())
        insertPart.run(partId(stored.id, place), stored.id, id, created, JSON.stringify(part));
    }
  }
}

/** Writes sessions as JSON files, a file for each record. */
export function writeTree(folder: string, sessions: readonly StoredSession[]): void {
  for (const { info, messages } of sessions) {
    write(join(folder, "storage/session/p", `${info.id}.json`), info);
    for (const stored of messages) {
      const of = { id: stored.id, sessionID: info.id };
      write(join(folder, "storage/message", info.id, `${stored.id}.json`), { ...of, ...stored.info });
      for (const [place, part] of stored.parts.entries()) {
        const id = partId(stored.id, place);
        write(join(folder, "storage/part", stored.id, `${id}.json`), {
          id,
          messageID: stored.id,
          sessionID: info.id,
          ...part,
        });
      }
    }
  }
}

/** A session as opencode exports it. */
export function exported({ info, messages }: StoredSession): JsonObject {
  return {
    info,
    messages: messages.map((stored) => ({
      info: { id: stored.id, sessionID: info.id, ...stored.info },
      parts: stored.parts.map((part, place) => ({
        id: partId(stored.id, place),
        messageID: stored.id,
        ...part,
      })),
    })),
  };
}

/** Writes a session in each form there is, and gives where to read it. */
export function everyForm(stored: StoredSession): [form: string, session: ForeignSession][] {
  const folder = temporaryFolder();
  writeDatabase(join(folder, "db/opencode.db"), [stored]);
  writeTree(join(folder, "tree"), [stored]);
  write(join(folder, "export.json"), exported(stored));
  const [inDatabase] = translationOf(opencode).sessions(join(folder, "db"));
  const [inTree] = translationOf(opencode).sessions(join(folder, "tree"));
  return [
    ["database", inDatabase!],
    ["tree", inTree!],
    ["export", { file: join(folder, "export.json") }],
  ];
}

/** Reads a session of these messages, as it stands in a database. */
export function readStored(messages: readonly StoredMessage[], more: JsonObject = {}): ReadForeign {
  const [[, found]] = everyForm(session(messages, more)) as [[string, ForeignSession]];
  return readForeign(opencode, found);
}

function write(file: string, value: JsonObject): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, null, 2));
}

function createdOf({ info }: StoredMessage): unknown {
  return (info["time"] as JsonObject)["created"];
}

function partId(messageId: string, place: number): string {
  return `prt_${messageId}_${String(place).padStart(2, "0")}`;
}
