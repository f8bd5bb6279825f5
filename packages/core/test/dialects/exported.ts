import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { ExportNotes } from "../../src/dialects/export-notes.ts";
import type { Exporter } from "../../src/dialects/exporter.ts";
import { native } from "../../src/dialects/native.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import { toBlocks } from "../../src/format/blocks.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { FORMAT_NAME, FORMAT_VERSION } from "../../src/format/header.ts";
import type { LocatedHead } from "../../src/log/log-map.ts";
import { MemoryLog } from "../../src/log/memory-log.ts";
import { project } from "../../src/projection/project.ts";
import type { Projection } from "../../src/projection/types.ts";
import { ExportSource } from "../../src/store/export-source.ts";
import { SessionLog } from "../../src/store/session-log.ts";

export const NEW_ID = "01890000-0000-7000-8000-0000000000ff";
export const TIME = "2026-01-01T10:00:00.000Z";

/** A native log of entries, each a minute after the one before unless it says more. */
export function logOf(entries: readonly JsonObject[], header: JsonObject = {}): SessionLog {
  const first = { type: "session", format: FORMAT_NAME, version: FORMAT_VERSION, id: "source" };
  const lines = entries.map((entry, index) => {
    const timestamp = new Date(Date.parse(TIME) + index * 60_000).toISOString();
    return { type: entry["type"], id: `e${index}`, parentId: null, timestamp, ...entry };
  });
  return readAs(native, [{ ...first, timestamp: TIME, cwd: "/p", ...header }, ...lines]);
}

/** What an exporter makes of a log. */
export function exported(
  exporter: Exporter,
  log: SessionLog,
  at?: string | null,
): { lines: JsonObject[]; lost: object; changed: object } {
  const notes = new ExportNotes();
  const leaf = at === undefined ? (log.activeLeaf()?.id ?? null) : at;
  const source = new ExportSource(log, leaf, at !== undefined || !exporter.branches);
  source.note(notes, false);
  const session = source.session({ id: NEW_ID, timestamp: TIME, cwd: "/p" });
  const lines = [...exporter.encode(session, notes)];
  // As it comes back from a file.
  return {
    lines: lines.map((line) => JSON.parse(JSON.stringify(line)) as JsonObject),
    lost: notes.losses,
    changed: notes.changes,
  };
}

/** Lines read as a log of a dialect that is no translation. */
export function readAs(dialect: Dialect, lines: readonly JsonObject[]): SessionLog {
  return new SessionLog(new MemoryLog("memory:log", bytesOf(lines)), dialect, "by-file-name");
}

export function bytesOf(lines: readonly JsonObject[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** What a model gets at an entry. */
export function projectionAt(log: SessionLog, id: string | null): Projection {
  return project(log.path(id));
}

/** The tree of a log: each node with the one above it. */
export function treeOf(log: SessionLog): [id: string, parent: string | null][] {
  return log.tree.nodes
    .map(({ head, parent }): [string, string | null] => [head.id, parent?.head.id ?? null])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

export function leavesOf(log: SessionLog): LocatedHead[] {
  return log.tree.leaves().map(({ head }) => head);
}

/** Lines read as a file of an agent whose sessions are told anew. */
export function toldAs(dialect: Dialect, lines: readonly JsonObject[]): SessionLog {
  const folder = mkdtempSync(join(tmpdir(), "session-tree-export-"));
  const file = join(folder, `rollout-2026-01-01T10-00-00-${NEW_ID}.jsonl`);
  try {
    writeFileSync(file, bytesOf(lines));
    const source = TranslatedLog.open(file, { file }, dialect.translation!);
    return new SessionLog(source, dialect, "by-file-name");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is said in a context, in the parts that all formats have. */
export function saidAt(log: SessionLog, id: string | null): unknown[] {
  return projectionAt(log, id).messages.flatMap((message): unknown[] => {
    if (message.role === "system") return [];
    const blocks = toBlocks(message.content).filter(({ type }) => type !== "thinking");
    const parts = blocks.map(({ type, text, data, name, input }) => ({ type, text, data, name, input }));
    const { role } = message;
    if (role === "toolResult") return [{ role, parts, isError: message.isError === true }];
    return parts.length === 0 ? [] : [{ role, parts }];
  });
}
