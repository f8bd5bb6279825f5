import type { Call } from "../call.ts";
import { answerChanged } from "../changed.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { entryWords } from "../resolve/entry-words.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function checkout(run: Run, { args }: Call): Promise<void> {
  if (args.length > 2) throw new UsageError("too many arguments", "sessions checkout [session] <entry>");
  await withTarget(run, await entryWords(run, args), async (target) => {
    const { session, at = null } = target;
    await session.checkout(at);
    const { leaf } = session;
    const where = leaf === null ? "before the first entry" : shortEntryIds([leaf])(leaf);
    await answerChanged(run, target, `The active leaf is ${where}`, "sessions append < messages.jsonl");
  });
}
