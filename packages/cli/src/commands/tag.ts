import type { Call } from "../call.ts";
import { answerChanged } from "../changed.ts";
import { cleanLine } from "../output/sanitize.ts";
import { refuseLoneSession } from "../resolve/refuse-lone-session.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function tag(run: Run, { args, options }: Call<{ off?: boolean }>): Promise<void> {
  const text = args.at(-1)!;
  if (args.length > 2 || text === "") throw new UsageError("give one tag", "sessions tag [session] <tag>");
  if (args.length === 1) await refuseLoneSession(run, text, "sessions tag [session] <tag>");
  await withTarget(run, { session: args.length > 1 ? args[0] : undefined }, async (target) => {
    await target.session.tag(text, options.off !== true);
    await answerChanged(
      run,
      target,
      options.off ? `Took off the tag ${cleanLine(text)}` : `Tagged as ${cleanLine(text)}`,
    );
  });
}
