import type { KeepReason, PruneReport } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { printTable } from "../output/print-table.ts";
import { rowJson } from "../output/row.ts";
import { sessionColumns } from "../output/session-columns.ts";
import { shortIdsAmong } from "../resolve/short-session-id.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";

export interface PruneCommandOptions {
  /** Milliseconds. */
  readonly olderThan: number;
  readonly all?: boolean;
  readonly yes?: boolean;
}

export async function prune(run: Run, { options }: Call<PruneCommandOptions>): Promise<void> {
  const { olderThan, all = false, yes = false } = options;
  await withStore(run, async (store) => {
    const where = all ? ({ all } as const) : { cwd: run.cwd };
    const report = await store.prune({ ...where, olderThan, dryRun: !yes });
    const { dryRun, sessions, kept } = report;
    if (run.json) return run.printJson({ dryRun, sessions: sessions.map(rowJson), kept });
    if (sessions.length > 0) {
      const ids = sessions.map(({ id }) => id);
      const short = await shortIdsAmong(store, all ? {} : { cwd: run.cwd }, ids);
      await printTable(run, sessions, sessionColumns(run, sessions, short));
    }
    await run.note(told(report));
    if (sessions.length > 0) {
      const next = yes ? "sessions trash" : "the same with --yes moves them; sessions restore takes one back";
      await run.note(run.noteStyle.faint(`Next: ${next}`));
    }
  });
}

/** In the order in which they are told. */
const REASONS: Readonly<Record<KeepReason, string>> = {
  active: "used since",
  labelled: "labelled",
  young: "with an entry of the last 24 hours",
  unknown: "of unknown activity",
};

function told({ dryRun, sessions, kept }: PruneReport): string {
  const moved = `${dryRun ? "Would move" : "Moved"} ${count(sessions.length, "session")} to the trash`;
  const what = sessions.length === 0 ? "No session to move to the trash" : moved;
  const reasons = (Object.keys(REASONS) as KeepReason[])
    .filter((reason) => kept[reason] > 0)
    .map((reason) => `${kept[reason]} ${REASONS[reason]}`);
  return reasons.length === 0 ? what : `${what}; others stay: ${reasons.join(", ")}`;
}
