import { SessionTreeError } from "@session-tree/core";
import type { Call } from "../call.ts";
import { answerChanged } from "../changed.ts";
import { cleanLine } from "../output/sanitize.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { entryWords } from "../resolve/entry-words.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "sessions label [session] <entry> <label>, or sessions label [session] <entry> --clear";

export async function label(run: Run, { args, options }: Call<{ clear?: boolean }>): Promise<void> {
  const { clear = false } = options;
  const words = clear ? args : args.slice(0, -1);
  const text = clear ? null : args.at(-1)!;
  if (words.length < 1 || words.length > 2 || text === "")
    throw new UsageError("cannot tell entry and label", USAGE);
  await withTarget(run, await entryWords(run, words), async (target) => {
    const { session, at } = target;
    if (typeof at !== "string")
      throw new SessionTreeError("NOT_FOUND", "There is no entry before the first one");
    await session.label(at, text);
    const entry = shortEntryIds([at])(at);
    await answerChanged(
      run,
      target,
      text === null ? `Cleared the label of ${entry}` : `Labelled ${entry} as ${cleanLine(text)}`,
    );
  });
}
