import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import type { ForeignSession, Told, Translation } from "../../src/dialects/translation.ts";
import type { Entry } from "../../src/format/entries.ts";
import type { JsonObject } from "../../src/format/json.ts";
import type { Message } from "../../src/format/messages.ts";
import { validateEntry } from "../../src/format/validate.ts";
import type { LogHeader } from "../../src/log/log-rules.ts";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import type { SessionSummary } from "../../src/session-index/summary.ts";
import { readSummary } from "../../src/session-index/summarize.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { checks } from "../../src/testing/index.ts";
import { activeLeaf } from "../../src/tree/active-leaf.ts";
import { pathTo } from "../../src/tree/path.ts";
import { temporaryFolder } from "../support/store.ts";

/** A session of another agent, read as the store reads it. */
export interface ReadForeign {
  readonly header: LogHeader | undefined;
  readonly entries: readonly Entry[];
  /** The ids from the root to the active leaf. */
  readonly path: readonly string[];
  readonly leaves: readonly string[];
  /** What the model gets at the active leaf, a line for each block. */
  readonly said: readonly string[];
  readonly summary: SessionSummary;
  readonly damage: readonly string[];
  readonly notices: readonly string[];
}

/** Reads a session, and proves what holds for every one: valid entries, ids once, requests that APIs accept at every leaf. */
export function readForeign(dialect: Dialect, session: ForeignSession): ReadForeign {
  const log = TranslatedLog.open(session.file, session, translationOf(dialect));
  onTestFinished(() => log.close());
  const read = new SessionLog(log, dialect, "by-file-name");
  const leaf = activeLeaf(read.tree, dialect.leafRule)?.head.id ?? null;
  const entries = read.heads.map((head) => read.decode(head));
  expect(entries.flatMap(({ entry, problem }) => (problem === undefined ? [] : [entry.id, problem]))).toEqual(
    [],
  );
  expect(read.damage(), "nothing of the translation itself").toHaveLength(log.damage.length);
  const leaves = read.tree.leaves().map(({ head }) => head.id);
  for (const id of leaves) expect(refused(read, id), id).toEqual([]);
  return {
    header: read.header,
    entries: entries.map(({ entry }) => entry),
    path: leaf === null ? [] : pathTo(read.tree.nodeAt(leaf)!).map(({ head }) => head.id),
    leaves,
    said: project(read.contextPath(leaf), { ending: "as-is" }).messages.flatMap(lines),
    summary: readSummary(log, dialect, "by-file-name", Date.now()),
    damage: log.damage.map(({ kind, offset, length }) => `${kind} ${offset}+${length}`),
    notices: log.notices,
  };
}

function refused(log: SessionLog, leaf: string): unknown[] {
  const projection = project(log.path(leaf));
  const anthropic = render.anthropic(projection, { model: "m" });
  const openai = render.openaiChat(projection, { model: "m" });
  // Where nothing was said there is nothing to send.
  return [
    anthropic.messages.length === 0 ? [] : checks.anthropic(anthropic),
    openai.messages.length === 0 ? [] : checks["openai-chat"](openai),
  ].flat();
}

function lines({ role, content }: Message): string[] {
  if (typeof content === "string") return [`${role}: ${content}`];
  return content.map((block) => {
    if (block.type === "text") return `${role}: ${String(block["text"])}`;
    if (block.type === "toolCall") return `call: ${String(block["id"])}`;
    return block.type === "thinking" ? `thinking: ${String(block["thinking"])}` : block.type;
  });
}

/** Everything a translation tells; it must never throw, and every entry must be valid and have an id of its own. */
export function toldBy(dialect: Dialect, session: ForeignSession): Told[] {
  const told = [...translationOf(dialect).translate(session)];
  const entries = told.flatMap((one) => ("entry" in one ? [one.entry] : []));
  for (const entry of entries) expect(validateEntry(entry), JSON.stringify(entry)).toEqual([]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  return told;
}

export function translationOf({ translation }: Dialect): Translation {
  if (translation === undefined) throw new Error("it has no translation");
  return translation;
}

/** Writes files into a folder of the test's own, by their paths below it; objects become JSON. */
export function folderOf(files: Readonly<Record<string, string | Buffer | JsonObject | unknown[]>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    );
  }
  return folder;
}
