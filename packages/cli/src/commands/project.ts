import { estimateTokens, type Hint, type Projection, type Repair } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { explanationText } from "../output/explanation-text.ts";
import { explain } from "../output/explanation.ts";
import { toReadableJson } from "../output/json.ts";
import { page } from "../output/pager.ts";
import { cleanLine } from "../output/sanitize.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { renderFor, type Rendered } from "../output/targets.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";

interface ProjectCall {
  readonly at?: string;
  readonly target: string;
  readonly model?: string;
  readonly explain?: boolean;
}

export async function project(run: Run, { args, options }: Call<ProjectCall>): Promise<void> {
  const render = renderFor(options.target, options.model);
  await withTarget(run, { session: args[0], at: options.at }, async ({ session, at = session.leaf }) => {
    const projection = await session.project({ at });
    const rendered = render(projection);
    const leaf = { session: session.id, leaf: at };
    if (options.explain) {
      const { target, model } = options;
      const explanation = explain(await session.path(at), projection, rendered);
      const tokens = projection.messages.reduce((sum, message) => sum + estimateTokens(message), 0);
      if (run.json) return run.printJson({ ...leaf, target, model: model ?? null, tokens, ...explanation });
      return page(run, explanationText(run, explanation, { target, model, tokens, projection }));
    }
    const answer = rendered.body ?? projectionJson(leaf, projection);
    if (run.json) return run.printJson(answer);
    await page(run, [`${toReadableJson(answer)}\n`]);
    return noteRepairs(run, projection, rendered);
  });
}

function projectionJson(leaf: { session: string; leaf: string | null }, projection: Projection) {
  const { model, thinkingLevel, messages, provenance, repairs, hints, queue } = projection;
  return { ...leaf, model, thinkingLevel, messages, provenance, repairs, hints, queue };
}

async function noteRepairs(run: Run, { messages }: Projection, rendered: Rendered): Promise<void> {
  const { repairs, hints }: { repairs: readonly Repair[]; hints: readonly Hint[] } = rendered;
  const short = shortEntryIds(repairs.map(({ entryId }) => entryId));
  const repaired = repairs.length === 0 ? "" : `, ${count(repairs.length, "repair")}:`;
  await run.note(`${count(messages.length, "message")}${repaired}`);
  for (const { kind, entryId, detail } of repairs)
    await run.note(`  ${short(entryId)}  ${kind}: ${cleanLine(detail)}`);
  for (const { kind, detail } of hints) await run.warn(`${kind}: ${cleanLine(detail)}`);
}
