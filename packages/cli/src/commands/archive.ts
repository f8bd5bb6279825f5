import type { Call } from "../call.ts";
import { answerChanged } from "../changed.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function archive(run: Run, { args, options }: Call<{ off?: boolean }>): Promise<void> {
  const [word] = args;
  const off = options.off === true;
  // What is hidden is never the newest one.
  if (off && word === undefined)
    throw new UsageError("name the session to show again", "sessions list --archived shows what is hidden.");
  await withTarget(run, { session: word }, async (target) => {
    if (target.at !== undefined)
      throw new UsageError("archive takes whole sessions", "sessions archive [session]");
    await target.session.archive(!off);
    if (off) return answerChanged(run, target, "Shown in lists again");
    await answerChanged(run, target, "Hidden from lists");
    const short = await shortSessionId(run, target.store, target.session.id);
    await run.note(run.noteStyle.faint(`Show again: sessions archive ${short} --off`));
  });
}
