import type { Call } from "../call.ts";
import { statsOfMany, statsOfOne } from "../output/stats-text.ts";
import { ProgressLine } from "../output/progress.ts";
import { readPrices } from "../read-prices.ts";
import { shortIdsAmong } from "../resolve/short-session-id.ts";
import { findSession, withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export interface StatsOptions {
  readonly project?: boolean;
  readonly lineage?: boolean;
  readonly all?: boolean;
  readonly prices?: string;
}

type ScopeName = "project" | "lineage" | "all";

export async function stats(run: Run, { args, options }: Call<StatsOptions>): Promise<void> {
  const [word] = args;
  const [scope, another] = (["project", "lineage", "all"] as const).filter((name) => options[name]);
  if (another !== undefined) throw new UsageError(`give --${scope} or --${another}, not both`);
  if (word !== undefined && (scope === "project" || scope === "all"))
    throw new UsageError(`--${scope} takes no session`, "One session: sessions stats <session>");
  return scope === undefined ? one(run, word, options) : many(run, scope, word, options);
}

async function one(run: Run, word: string | undefined, options: StatsOptions): Promise<void> {
  const prices = await readPrices(run, options.prices);
  await withTarget(run, { session: word }, async ({ session, summary, at = session.leaf }) => {
    const usage = await session.usage({ at, prices });
    if (run.json) return run.printJson({ id: session.id, leaf: at, ...usage });
    return run.print(statsOfOne(run, summary, usage));
  });
}

async function many(
  run: Run,
  scope: ScopeName,
  word: string | undefined,
  options: StatsOptions,
): Promise<void> {
  const prices = await readPrices(run, options.prices);
  await withStore(run, async (store) => {
    const progress = new ProgressLine(run.context, "Reading", "log");
    const which =
      scope === "all"
        ? ({ all: true } as const)
        : scope === "project"
          ? { cwd: run.cwd }
          : { lineage: await sessionOf(word) };
    const usage = await store.usage({ ...which, prices, onProgress: progress.update });
    progress.end();
    if (run.json) return run.printJson({ scope, ...usage });
    const short = await shortIdsAmong(
      store,
      {},
      usage.sessions.map(({ id }) => id),
    );
    return run.print(statsOfMany(run, scope, usage, short));

    async function sessionOf(session: string | undefined): Promise<string> {
      const { summary, entry } = await findSession(run, store, session);
      if (entry !== undefined) throw new UsageError("a lineage is of whole sessions");
      return summary.id;
    }
  });
}
