import { agents, type SessionSummary } from "@session-tree/core";
import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { toJson } from "../output/json.ts";
import { printTable } from "../output/print-table.ts";
import { rowJson } from "../output/row.ts";
import { shortSessionIds } from "../output/short-id.ts";
import { sessionColumns } from "../output/session-columns.ts";
import { withoutSubagents } from "../output/subagents.ts";
import { shortIdsAmong } from "../resolve/short-session-id.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export interface ListCommandOptions {
  readonly all?: boolean;
  readonly repo?: boolean;
  readonly limit?: number;
  readonly source: string;
  readonly archived?: boolean;
  readonly subagents?: boolean;
  readonly jsonl?: boolean;
}

const SOURCES = ["all", "native", ...agents.map(({ name }) => name)];

export async function list(run: Run, { options }: Call<ListCommandOptions>): Promise<void> {
  const { all = false, repo = false, limit, source, archived, jsonl = false, subagents = false } = options;
  if (all && repo) throw new UsageError("give --all or --repo, not both");
  if (jsonl && run.json) throw new UsageError("give --json or --jsonl, not both");
  if (!SOURCES.includes(source))
    throw new UsageError(`no agent ${JSON.stringify(source)}`, `Known: ${SOURCES.join(", ")}`);
  await withStore(run, async (store) => {
    const where = all ? {} : { cwd: run.cwd, repo };
    const isForPeople = run.context.stdout.isTTY && !run.json && !jsonl;
    const folds = isForPeople && !subagents;
    const found = await store.list({ ...where, limit: folds ? undefined : limit, source, archived });
    if (run.json) return run.printJson(found.map(rowJson));
    if (jsonl) return printLines(run, found);
    const told = folds ? withoutSubagents(found) : { sessions: found, subagents: undefined };
    const sessions = told.sessions.slice(0, limit);
    if (sessions.length === 0) return noteEmpty(run, all);
    const ids = sessions.map(({ id }) => id);
    // A pipe gets whole ids, and need not wait for what tells them apart.
    const short = isForPeople
      ? await shortIdsAmong(store, all || repo ? {} : { cwd: run.cwd }, ids)
      : shortSessionIds(ids);
    return printTable(run, sessions, sessionColumns(run, sessions, short, told.subagents));
  });
}

async function printLines({ context }: Run, sessions: readonly SessionSummary[]): Promise<void> {
  for (const session of sessions) await context.stdout.write(`${toJson(rowJson(session))}\n`);
}

async function noteEmpty(run: Run, all: boolean): Promise<void> {
  const where = all ? "" : ` in ${showDirectory(run.cwd, run.context.home)}`;
  await run.note(`No sessions${where}`);
  if (!all) await run.note(run.noteStyle.faint("Every directory: sessions list --all"));
}
