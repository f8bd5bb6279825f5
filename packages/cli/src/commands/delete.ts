import type { SessionStore, SessionSummary, TrashedSession } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { findSession } from "../resolve/target.ts";
import { trashHandles } from "../resolve/trash-handles.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function deleteSessions(run: Run, { args }: Call): Promise<void> {
  if (args.length === 0)
    throw new UsageError("name the session to delete", "sessions list shows them; none is taken by default.");
  await withStore(run, async (store) => {
    const moved: { summary: SessionSummary; trashed: TrashedSession }[] = [];
    for (const summary of await chosen(run, store, args))
      moved.push({ summary, trashed: await store.delete(summary) });
    if (run.json) {
      const rows = moved.map(({ summary, trashed: { item } }) => ({
        ...rowJson(summary),
        trashed: { item },
      }));
      return run.printJson(args.length === 1 ? rows[0] : rows);
    }
    await run.print(moved.map(({ summary }) => cleanLine(summary.id)).join("\n"));
    await run.note(`Moved ${count(moved.length, "session")} to the trash`);
    const handle = trashHandles(await store.trash());
    for (const { trashed } of moved)
      await run.note(run.noteStyle.faint(`Take back: sessions restore ${handle(trashed)}`));
  });
}

/** The sessions that the words name, each once. Those that will be refused stand first, before any is moved. */
async function chosen(run: Run, store: SessionStore, args: readonly string[]): Promise<SessionSummary[]> {
  const found = new Map<string, SessionSummary>();
  for (const word of args) {
    const { summary, entry } = await findSession(run, store, word);
    if (entry !== undefined)
      throw new UsageError("delete takes whole sessions", "sessions delete <session...>");
    found.set(summary.file, summary);
  }
  const own = new Set((await store.list({ archived: true })).map(({ file }) => file));
  const isOwn = ({ file }: SessionSummary): number => (own.has(file) ? 1 : 0);
  return [...found.values()].sort((one, other) => isOwn(one) - isOwn(other));
}
