import type { ModelUsage, SessionSummary, SessionUsage, StoreUsage, UsageTotal } from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { showDirectory } from "./directory.ts";
import { showCost } from "./dollars.ts";
import { modelName } from "./model-name.ts";
import { sessionHeading } from "./session-heading.ts";
import type { ShortId } from "./short-id.ts";
import { renderTable, type Column } from "./table.ts";
import { titleOf } from "./title.ts";
import { usageTable, type UsageRow } from "./usage-table.ts";

const NOTHING = "No response tells of its usage";

/** How many sessions of a project are shown. */
const SHOWN = 10;

/** What one session used. */
export function statsOfOne(run: Run, summary: SessionSummary, usage: SessionUsage): string {
  const { path, session, byModel, context } = usage;
  const whole: UsageRow = { name: "All branches", usage: session };
  const branched = path.responses !== session.responses || path.totalTokens !== session.totalTokens;
  const sums = branched ? [{ name: "This branch", usage: path }, whole] : [{ ...whole, name: "Session" }];
  const table = session.responses === 0 ? NOTHING : usageTable(run, sums, byModel);
  const size = `Context: ${count(context.tokens, "token")}${howSure(context)}`;
  return `${sessionHeading(run, summary)}${[table, "", size, ...priceNote(run, session, byModel)].join("\n")}`;
}

function howSure({ tokens, estimated }: SessionUsage["context"]): string {
  if (estimated === 0) return "";
  return estimated === tokens
    ? ", all of them estimated"
    : `, ${estimated.toLocaleString("en-US")} of them estimated`;
}

/** What the sessions of a project, a lineage or the whole store used. */
export function statsOfMany(
  run: Run,
  scope: "project" | "lineage" | "all",
  usage: StoreUsage,
  short: ShortId,
): string {
  const { total, byModel, sessions } = usage;
  const places = {
    project: showDirectory(run.cwd, run.context.home),
    lineage: "Lineage",
    all: "All directories",
  };
  if (total.responses === 0) return `${run.style.strong(places[scope])}\n\n${NOTHING}`;
  const name = count(sessions.length, "session");
  return [
    run.style.strong(places[scope]),
    "",
    usageTable(run, [{ name, usage: total }], byModel),
    "",
    sessionTable(run, sessions, short),
    ...priceNote(run, total, byModel),
  ].join("\n");
}

function sessionTable({ style, context }: Run, sessions: StoreUsage["sessions"], short: ShortId): string {
  const columns: Column<StoreUsage["sessions"][number]>[] = [
    { heading: "ID", cell: ({ id }) => short(id), paint: style.id },
    { heading: "RESPONSES", cell: ({ responses }) => responses.toLocaleString("en-US"), align: "right" },
    { heading: "TOKENS", cell: ({ totalTokens }) => totalTokens.toLocaleString("en-US"), align: "right" },
    { heading: "COST", cell: showCost, align: "right" },
    { heading: "TITLE", cell: ({ name, title }) => titleOf({ name, title, messages: 1 }), grow: 32 },
  ];
  const width = context.stdout.isTTY ? context.stdout.columns : Infinity;
  const table = renderTable(sessions.slice(0, SHOWN), columns, width, style.faint);
  const more = sessions.length - SHOWN;
  return more > 0 ? `${table}\n${style.faint(`and ${count(more, "more session")}; --json has all`)}` : table;
}

/** So many models are named where there are more. */
const NAMED = 3;

/** Where costs are unknown, and what to do about it. */
function priceNote({ style }: Run, { unpriced }: UsageTotal, byModel: readonly ModelUsage[]): string[] {
  if (unpriced === 0) return [];
  const unknown = byModel.filter((one) => one.unpriced > 0);
  const models = unknown
    .slice(0, NAMED)
    .map(
      (one) => `${one.model === null ? "no model named" : modelName({ model: one.model })} ×${one.unpriced}`,
    );
  if (unknown.length > NAMED) models.push(count(unknown.length - NAMED, "more model"));
  const what = `${count(unpriced, "response")} without a known cost (${models.join(", ")})`;
  return ["", style.faint(`${what}: --prices <file> gives all prices that a response needs`)];
}
