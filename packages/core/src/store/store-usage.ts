import { SessionTreeError } from "../errors.ts";
import { decodeEntry } from "../log/decode-entry.ts";
import { LogMap } from "../log/log-map.ts";
import type { SessionSummary } from "../session-index/summary.ts";
import { pricing } from "../usage/cost.ts";
import { groupBy } from "../usage/group-by.ts";
import type { PriceTable } from "../usage/price-table.ts";
import { mayTellUsage, responseUsage, type ResponseUsage } from "../usage/response-usage.ts";
import { Responses } from "../usage/responses.ts";
import { byCost, totalUsage, usageByModel, type ModelUsage, type UsageTotal } from "../usage/usage-total.ts";
import { lineageOf } from "./lineage.ts";
import { unreadable } from "./plain-catalog.ts";
import { projectMatcher } from "./project.ts";
import type { Progress, StoreParts } from "./store-parts.ts";
import type { LogRef, ReadableLog } from "./storage.ts";

/** Which sessions: of a working directory, a session's lineage, or all. Archived ones and those of all agents, too. */
export type UsageScope = { readonly cwd: string } | { readonly lineage: string } | { readonly all: true };

export type StoreUsageOptions = UsageScope & {
  /** What responses cost whose cost the logs do not tell. */
  readonly prices?: PriceTable | undefined;
  /** Is told how many logs have been read. */
  readonly onProgress?: Progress | undefined;
};

/** What a set of sessions used, each response counted once over all of them. */
export interface StoreUsage {
  readonly total: UsageTotal;
  /** The most costly first. */
  readonly byModel: readonly ModelUsage[];
  /** What was counted for each session, the most costly first; a fork has only what its source has not. They add up. */
  readonly sessions: readonly SessionShare[];
}

/** What was counted for one session. */
export interface SessionShare extends UsageTotal {
  readonly id: string;
  readonly cwd: string | null;
  readonly name: string | null;
  readonly title: string | null;
}

/** @throws NotFoundError for the lineage of no session, SessionTreeError `INVALID_ARGUMENT` without a scope */
export function sessionsInScope(summaries: readonly SessionSummary[], scope: UsageScope): SessionSummary[] {
  if ("lineage" in scope) return lineageOf(summaries, scope.lineage);
  if ("all" in scope) return [...summaries];
  if (typeof scope.cwd !== "string")
    throw new SessionTreeError("INVALID_ARGUMENT", "usage: no sessions were named", {
      hint: "Give cwd, lineage or all.",
    });
  const inProject = projectMatcher(scope.cwd);
  return summaries.filter(({ cwd }) => inProject(cwd));
}

/** Reads logs one after the other, the oldest first; one that cannot be read is told of, and hides no other. */
export function storeUsage(
  { openToRead, onUnreadable }: Pick<StoreParts, "openToRead" | "onUnreadable">,
  sessions: readonly SessionSummary[],
  refOf: (file: string) => LogRef,
  { prices, onProgress = () => undefined }: Pick<StoreUsageOptions, "prices" | "onProgress">,
): StoreUsage {
  const responses = new Responses<ResponseUsage & { readonly of: SessionSummary }>();
  const oldestFirst = sessions.toSorted(byAge);
  for (const [index, session] of oldestFirst.entries()) {
    const ref = refOf(session.file);
    try {
      const source = openToRead(ref);
      try {
        readUsages(source, ref, (response) => responses.take({ ...response, of: session }));
      } finally {
        source.close();
      }
    } catch (error) {
      onUnreadable(ref, unreadable(ref, error));
    }
    onProgress(index + 1, sessions.length);
  }
  const costOf = pricing(prices);
  const shares = [...groupBy(responses, ({ of }) => of.file).values()].map((own): SessionShare => {
    const { id, cwd, name, title } = own[0]!.of;
    return { id, cwd, name, title, ...totalUsage(own, costOf) };
  });
  return {
    total: totalUsage(responses, costOf),
    byModel: usageByModel(responses, costOf),
    sessions: shares.sort(byCost),
  };
}

function readUsages(source: ReadableLog, ref: LogRef, take: (response: ResponseUsage) => void): void {
  const map = new LogMap(source, ref.dialect, ref.fallbackId);
  map.catchUp((head, { bytes, value }) => {
    if (!mayTellUsage(head)) return;
    const { entry, problem } = decodeEntry(ref.dialect, head, bytes, value);
    const response = problem === undefined ? responseUsage(entry) : undefined;
    if (response !== undefined) take(response);
  });
}

/** A session before its forks, and an import before its source. */
function byAge(one: SessionSummary, other: SessionSummary): number {
  const times = (one.created ?? "").localeCompare(other.created ?? "", "en");
  const imports = Number(one.originId === null) - Number(other.originId === null);
  return times || imports || one.id.localeCompare(other.id, "en");
}
