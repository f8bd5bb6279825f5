import { agentNamed, agents, type SessionSummary } from "@session-tree/core";
import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { toJson } from "../output/json.ts";
import { printTable } from "../output/print-table.ts";
import { rowJson } from "../output/row.ts";
import { shortSessionIds, type ShortId } from "../output/short-id.ts";
import { sessionColumns } from "../output/session-columns.ts";
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

export async function list(run: Run, { options }: Call<ListCommandOptions>): Promise<void> {
  const {
    all = false,
    repo = false,
    limit,
    source,
    archived,
    jsonl = false,
    subagents: unfolded = false,
  } = options;
  if (all && repo) throw new UsageError("give --all or --repo, not both");
  if (jsonl && run.json) throw new UsageError("give --json or --jsonl, not both");
  const named = source === "all" ? source : agentNamed(source);
  if (named === undefined) {
    const known = ["all", "native", ...agents.map(({ name }) => name)];
    throw new UsageError(`no agent ${JSON.stringify(source)}`, `Known: ${known.join(", ")}`);
  }
  await withStore(run, async (store) => {
    const where = all ? {} : { cwd: run.cwd, repo };
    const which = { ...where, limit, source: named, archived };
    if (run.context.stdout.isTTY && !run.json && !jsonl) {
      const { sessions, subagents, ids } = await store.overview({ ...which, foldSubagents: !unfolded });
      return printSessions(sessions, shortSessionIds([...ids, ...idsOf(sessions)]), subagents);
    }
    const found = await store.list(which);
    if (run.json) return run.printJson(found.map(rowJson));
    if (jsonl) return printLines(run, found);
    return printSessions(found, shortSessionIds(idsOf(found)));
  });

  async function printSessions(
    sessions: readonly SessionSummary[],
    short: ShortId,
    subagents?: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (sessions.length === 0) return noteEmpty(run, all);
    return printTable(run, sessions, sessionColumns(run, sessions, short, subagents));
  }
}

function idsOf(sessions: readonly SessionSummary[]): string[] {
  return sessions.map(({ id }) => id);
}

async function printLines({ context }: Run, sessions: readonly SessionSummary[]): Promise<void> {
  for (const session of sessions) await context.stdout.write(`${toJson(rowJson(session))}\n`);
}

async function noteEmpty(run: Run, all: boolean): Promise<void> {
  const where = all ? "" : ` in ${showDirectory(run.cwd, run.context.home)}`;
  await run.note(`No sessions${where}`);
  if (!all) await run.note(run.noteStyle.faint("Every directory: sessions list --all"));
}
