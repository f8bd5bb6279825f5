import type { SearchHit } from "@session-tree/core";
import type { Call } from "../call.ts";
import { page } from "../output/pager.ts";
import { ProgressLine } from "../output/progress.ts";
import { handlesOf, hitJson, hitLine, hitTexts } from "../output/search-hit.ts";
import { toJson } from "../output/json.ts";
import { shortIdsAmong } from "../resolve/short-session-id.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export interface SearchCommandOptions {
  readonly role?: string;
  readonly tool?: string;
  readonly project?: string;
  readonly agent?: string;
  readonly since?: string;
  readonly sort: string;
  readonly limit?: number;
  readonly deep?: boolean;
  readonly index: boolean;
  readonly jsonl?: boolean;
}

const SORTS = ["relevance", "newest"] as const;

export async function search(run: Run, { args, options }: Call<SearchCommandOptions>): Promise<void> {
  const { jsonl = false, sort: sorting, ...rest } = options;
  if (jsonl && run.json) throw new UsageError("give --json or --jsonl, not both");
  const sort = SORTS.find((one) => one === sorting);
  if (sort === undefined)
    throw new UsageError(`cannot sort by ${JSON.stringify(sorting)}`, `Known: ${SORTS.join(", ")}`);
  await withStore(run, async (store) => {
    const progress = new ProgressLine(run.context, rest.deep ? "Searching" : "Reading", "log");
    const query = args.join(" ");
    const hits = await store.search(query, { ...rest, sort, cwd: run.cwd, onProgress: progress.update });
    progress.end();
    if (run.json) return run.printJson(hits.map(hitJson));
    if (jsonl) return printLines(run, hits, (hit) => toJson(hitJson(hit)));
    if (hits.length === 0) return noteEmpty(run, query, rest.deep ?? false);
    const { stdout } = run.context;
    if (!stdout.isTTY) return printLines(run, hits, hitLine);
    const short = await shortIdsAmong(
      store,
      {},
      hits.map(({ session }) => session.id),
    );
    const handleOf = handlesOf(short);
    await page(run, hitTexts(run, hits, handleOf));
    const first = handleOf(hits[0]!);
    return run.note(run.noteStyle.faint(`Next: sessions show ${first}, sessions fork ${first}`));
  });
}

async function printLines(
  { context }: Run,
  hits: readonly SearchHit[],
  lineOf: (hit: SearchHit) => string,
): Promise<void> {
  for (const hit of hits) await context.stdout.write(`${lineOf(hit)}\n`);
}

async function noteEmpty(run: Run, query: string, deep: boolean): Promise<void> {
  await run.note("Nothing found");
  if (/\s/.test(query.trim()))
    await run.note(run.noteStyle.faint("All of it must fit one entry: fewer words find more"));
  if (!deep)
    await run.note(run.noteStyle.faint("Thinking, signs, whole results of tools: the same with --deep"));
}
