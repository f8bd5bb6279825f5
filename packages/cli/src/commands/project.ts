import type { Projection } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { toReadableJson } from "../output/json.ts";
import { page } from "../output/pager.ts";
import { cleanLine } from "../output/sanitize.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

/** The forms that the log format's design names; they are rendered in a later version. */
const LATER = ["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock", "ai-sdk", "pi"];

export async function project(
  run: Run,
  { args, options }: Call<{ at?: string; target: string }>,
): Promise<void> {
  const { target } = options;
  if (LATER.includes(target))
    throw new UsageError(`the target ${target} comes in a later version`, "For now: --target neutral");
  if (target !== "neutral")
    throw new UsageError(`no target ${JSON.stringify(target)}`, `Known: neutral, ${LATER.join(", ")}`);
  await withTarget(run, { session: args[0], at: options.at }, async ({ session, at = session.leaf }) => {
    const projection = await session.project({ at });
    const answer = projectJson(session.id, at, projection);
    if (run.json) return run.printJson(answer);
    await page(run, [`${toReadableJson(answer)}\n`]);
    return noteRepairs(run, projection);
  });
}

function projectJson(session: string, leaf: string | null, projection: Projection) {
  const { model, thinkingLevel, messages, provenance, repairs, hints, queue } = projection;
  return { session, leaf, model, thinkingLevel, messages, provenance, repairs, hints, queue };
}

async function noteRepairs(run: Run, { messages, repairs, hints }: Projection): Promise<void> {
  const short = shortEntryIds(repairs.map(({ entryId }) => entryId));
  const repaired = repairs.length === 0 ? "" : `, ${count(repairs.length, "repair")}:`;
  await run.note(`${count(messages.length, "message")}${repaired}`);
  for (const { kind, entryId, detail } of repairs)
    await run.note(`  ${short(entryId)}  ${kind}: ${cleanLine(detail)}`);
  for (const { kind, detail } of hints) await run.warn(`${kind}: ${cleanLine(detail)}`);
}
