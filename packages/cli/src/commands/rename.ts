import { NotFoundError } from "@session-tree/core";
import type { Call } from "../call.ts";
import { answerChanged } from "../changed.ts";
import { cleanLine } from "../output/sanitize.ts";
import { refuseLoneSession } from "../resolve/refuse-lone-session.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = 'sessions rename [session] "the name"';

export async function rename(run: Run, { args }: Call): Promise<void> {
  const name = args.at(-1)!;
  if (args.length > 2) throw new UsageError("give one name, in quotes", USAGE);
  if (args.length === 1) await refuseLoneSession(run, name, USAGE);
  try {
    await withTarget(run, { session: args.length > 1 ? args[0] : undefined }, async (target) => {
      await target.session.rename(name === "" ? null : name);
      await answerChanged(run, target, name === "" ? "Cleared the name" : `Named ${cleanLine(name)}`);
    });
  } catch (error) {
    // Two words are as likely a name without quotes.
    if (args.length > 1 && error instanceof NotFoundError)
      throw new NotFoundError("session", error.query, `A name of several words needs quotes: ${USAGE}`);
    throw error;
  }
}
