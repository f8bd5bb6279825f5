import type { SessionStore, TrashedSession } from "@session-tree/core";
import type { Call } from "../call.ts";
import { showBytes } from "../output/bytes.ts";
import { count } from "../output/count.ts";
import { printTable } from "../output/print-table.ts";
import { trashColumns } from "../output/trash-columns.ts";
import { trashHandles } from "../resolve/trash-handles.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function trash(run: Run, { args: [word], options }: Call<{ yes?: boolean }>): Promise<void> {
  const { yes = false } = options;
  if (word !== undefined && word !== "empty")
    throw new UsageError(
      `cannot ${JSON.stringify(word)} the trash`,
      "sessions trash, or sessions trash empty",
    );
  if (yes && word === undefined) throw new UsageError("--yes goes with empty", "sessions trash empty --yes");
  await withStore(run, (store) => (word === undefined ? list(run, store) : empty(run, store, yes)));
}

async function list(run: Run, store: SessionStore): Promise<void> {
  const sessions = await store.trash();
  if (run.json) return run.printJson(sessions.map(trashedJson));
  if (sessions.length === 0) return run.note("The trash is empty");
  return printTable(run, sessions, trashColumns(run, trashHandles(sessions)));
}

/** The one command that deletes for good: it does so only when it is told twice. */
async function empty(run: Run, store: SessionStore, yes: boolean): Promise<void> {
  const sessions = yes ? await store.emptyTrash() : await store.trash();
  const bytes = sessions.reduce((sum, one) => sum + one.bytes, 0);
  if (run.json) return run.printJson({ dryRun: !yes, sessions: sessions.map(trashedJson), bytes });
  if (sessions.length === 0) return run.note("The trash is empty");
  const what = `${count(sessions.length, "session")} for good, ${showBytes(bytes)} of logs`;
  await run.print(yes ? `Deleted ${what}` : `Would delete ${what}`);
  if (!yes) await run.note(run.noteStyle.faint("Next: sessions trash empty --yes"));
}

/** A session of the trash as `--json` gives it. The keys and their order are a promise to scripts. */
function trashedJson({ item, id, dialect, name, title, cwd, from, deletedAt, bytes }: TrashedSession) {
  return { item, id, dialect, name, title, cwd, from, deletedAt, bytes };
}
