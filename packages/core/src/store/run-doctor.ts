import { dirname } from "node:path";
import { NotASessionError } from "../errors.ts";
import { sealTails, type Fix } from "./doctor-fix.ts";
import { examineAll, type DoctorReport } from "./doctor.ts";
import { narrow } from "./open-modes.ts";
import { unreadable } from "./plain-catalog.ts";
import { searchedLogs } from "./search-sessions.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef } from "./storage.ts";

export interface DoctorOptions {
  /** One session, by its id or file. Default: all, also those of other agents. */
  readonly session?: string | undefined;
  /** Put right what can be put right by adding: close torn tails, narrow modes, rebuild indexes. Never in other agents' files. */
  readonly fix?: boolean | undefined;
  readonly onProgress?: Progress | undefined;
}

/** Examines logs, and with `fix` puts right what it can; the report then tells what is left. */
export async function runDoctor(
  parts: StoreParts,
  logs: readonly LogRef[],
  { session, fix = false, onProgress }: DoctorOptions,
): Promise<DoctorReport> {
  const found = await look(parts, logs, session === undefined, onProgress);
  if (!fix) return found;
  const { storage } = parts;
  const names = new Set(storage.logs().map(({ file }) => file));
  const own = logs.filter(({ file }) => names.has(file));
  const fixed = await sealTails(found.damage, own, (log) => storage.openToAppend(log));
  for (const finding of found.modes) {
    narrow(finding);
    fixed.push({ file: finding.file, kind: "mode-narrowed" });
  }
  if (found.index.length > 0) {
    await parts.rebuildIndex(() => undefined);
    if ((await parts.searchCache?.check())?.length === 1)
      await parts.searchCache?.rebuild(searchedLogs(parts, parts.logs()));
    for (const file of new Set(found.index.map((one) => one.file)))
      fixed.push({ file, kind: "index-rebuilt" });
  }
  return fixed.length === 0 ? found : { ...(await look(parts, logs, session === undefined)), fixed };
}

/** One log that cannot be read hides no other, but is an error where it alone was asked for. */
async function look(
  { openToRead, onUnreadable, checkIndex, searchCache, openModes, orphans, leftovers }: StoreParts,
  logs: readonly LogRef[],
  all: boolean,
  onProgress?: Progress,
): Promise<DoctorReport> {
  const files = new Map<string, number>();
  const tell = (log: LogRef, error: unknown): void => {
    if (!all) throw error;
    const folder = dirname(log.file);
    if (error instanceof NotASessionError) files.set(folder, (files.get(folder) ?? 0) + 1);
    else onUnreadable(log, unreadable(log, error));
  };
  const found = examineAll(logs, openToRead, tell, onProgress);
  const fixed: Fix[] = [];
  const ok = found.damage.length === 0;
  const notices = all ? [...found.notices, ...orphans()] : found.notices;
  const index = [...(await checkIndex()), ...((await searchCache?.check()) ?? [])];
  const search = (await searchCache?.report()) ?? null;
  const others = [...files].map(([folder, count]) => ({ folder, files: count }));
  const beside = { index, search, modes: openModes(), leftovers: leftovers(), others };
  return { files: logs.length, ...found, notices, ...beside, fixed, ok };
}
