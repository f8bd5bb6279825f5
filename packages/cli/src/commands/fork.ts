import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { cleanLine } from "../output/sanitize.ts";
import { madeJson } from "../output/session-json.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";

export async function fork(run: Run, { args, options }: Call<{ at?: string }>): Promise<void> {
  await withTarget(run, { session: args[0], at: options.at }, async ({ store, session, at }) => {
    const made = await store.fork(session, { at, cwd: run.cwd });
    try {
      if (run.json) return await run.printJson(madeJson(made));
      await run.print(cleanLine(made.id));
      const source = await shortSessionId(run, store, session.id);
      const nothing = at === null || made.leaf === null;
      const end = nothing ? "before its first entry" : `up to ${shortEntryIds([made.leaf])(made.leaf)}`;
      const into = session.cwd === made.cwd ? "" : `, into ${showDirectory(made.cwd, run.context.home)}`;
      await run.note(`Forked from ${source}, ${end}${into}`);
      await run.note(run.noteStyle.faint("Next: sessions continue"));
    } finally {
      await made.close();
    }
  });
}
