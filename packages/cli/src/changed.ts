import { rowJson } from "./output/row.ts";
import { cleanLine } from "./output/sanitize.ts";
import type { Target } from "./resolve/target.ts";
import type { Run } from "./run.ts";

/** Answers for a session that was changed: its id or its row on stdout, what happened on stderr. */
export async function answerChanged(
  run: Run,
  { store, session }: Target,
  what: string,
  next?: string,
): Promise<void> {
  if (run.json) return run.printJson(rowJson(await store.summary(session)));
  await run.print(cleanLine(session.id));
  await run.note(what);
  if (next !== undefined) await run.note(run.noteStyle.faint(`Next: ${next}`));
}
