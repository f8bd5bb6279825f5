import { contextSize, type ContextSize } from "../usage/context-size.ts";
import { pricing } from "../usage/cost.ts";
import type { PriceTable } from "../usage/price-table.ts";
import { project } from "../projection/project.ts";
import { pathTo } from "../tree/path.ts";
import { mayTellUsage, responseUsage } from "../usage/response-usage.ts";
import { Responses } from "../usage/responses.ts";
import { totalUsage, usageByModel, type ModelUsage, type UsageTotal } from "../usage/usage-total.ts";
import type { SessionLog } from "./session-log.ts";

export interface UsageOptions {
  /** The entry that the path ends with; default: the active leaf. Null: before the first entry. */
  readonly at?: string | null | undefined;
  /** What responses cost whose cost the log does not tell. */
  readonly prices?: PriceTable | undefined;
}

/** What a session used, each response counted once. */
export interface SessionUsage {
  /** From the root to the entry, with all that a compaction hides. */
  readonly path: UsageTotal;
  /** All branches. */
  readonly session: UsageTotal;
  /** All branches, the most costly model first. */
  readonly byModel: readonly ModelUsage[];
  /** What a model gets at the entry. */
  readonly context: ContextSize;
}

/** Reads the entries of a log that may tell of usage, one after the other. */
export function sessionUsage(log: SessionLog, at: string | null, prices?: PriceTable): SessionUsage {
  const node = at === null ? null : log.tree.nodeAt(at);
  const onPath = new Set((node ? pathTo(node) : []).map(({ head }) => head));
  const path = new Responses();
  const session = new Responses();
  for (const head of log.heads) {
    if (!mayTellUsage(head)) continue;
    const { entry, problem } = log.decode(head);
    const response = problem === undefined ? responseUsage(entry) : undefined;
    if (response === undefined) continue;
    session.take(response);
    if (onPath.has(head)) path.take(response);
  }
  const costOf = pricing(prices);
  return {
    path: totalUsage(path, costOf),
    session: totalUsage(session, costOf),
    byModel: usageByModel(session, costOf),
    context: contextSize(project(log.contextPath(at), { ending: "as-is" })),
  };
}
