import type { Run } from "../run.ts";
import { page } from "./pager.ts";
import { renderPlain, renderTable, type Column } from "./table.ts";

/** Answers with a table: for a terminal with headings and cut to its width, for a pipe whole, with tabs. */
export async function printTable<Row>(
  run: Run,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  const { stdout } = run.context;
  if (!stdout.isTTY) return run.print(renderPlain(rows, columns));
  return page(run, [`${renderTable(rows, columns, stdout.columns, run.style.faint)}\n`]);
}
