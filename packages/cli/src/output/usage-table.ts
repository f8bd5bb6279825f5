import type { ModelUsage, UsageTotal } from "@session-tree/core";
import type { Run } from "../run.ts";
import { showCost } from "./dollars.ts";
import { modelName } from "./model-name.ts";
import { renderTable, type Column } from "./table.ts";

/** A named sum of usage. The name is safe to print. */
export interface UsageRow {
  readonly name: string;
  readonly usage: UsageTotal;
}

/** Sums of usage in a table: a row for each, and below the last one those of its models if there are several. */
export function usageTable(run: Run, sums: readonly UsageRow[], models: readonly ModelUsage[]): string {
  const parts = models.length < 2 ? [] : models.map((usage) => ({ name: `  ${nameOf(usage)}`, usage }));
  const rows = [...sums, ...parts];
  const { stdout } = run.context;
  const width = stdout.isTTY ? stdout.columns : Infinity;
  return renderTable(rows, columnsOf(rows), width, run.style.faint);
}

function nameOf({ provider, model }: ModelUsage): string {
  return model === null ? "(model not named)" : modelName({ model, ...(provider !== null && { provider }) });
}

function columnsOf(rows: readonly UsageRow[]): Column<UsageRow>[] {
  return [
    { heading: "", cell: ({ name }) => name, grow: 24 },
    { heading: "RESPONSES", cell: ({ usage }) => number(usage.responses), align: "right" },
    tokens("INPUT", "inputTokens"),
    { ...tokens("CACHE READ", "cacheReadTokens"), optional: true },
    { ...tokens("CACHE WRITE", "cacheWriteTokens"), optional: true },
    tokens("OUTPUT", "outputTokens"),
    tokens("TOKENS", "totalTokens"),
    { heading: "COST", cell: ({ usage }) => showCost(usage), align: "right" },
  ];

  function tokens(heading: string, field: keyof UsageTotal): Column<UsageRow> {
    const idle = rows.every(({ usage }) => usage[field] === 0);
    return { heading, cell: ({ usage }) => number(usage[field]), align: "right", idle };
  }
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
