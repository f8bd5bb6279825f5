import { fit, padEnd, padStart, widthOf } from "./width.ts";

/** A column of a table whose rows are `Row`. Cells are sanitized text without colours. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  /** What a pipe gets instead: whole and exact. */
  readonly plain?: (row: Row) => string;
  readonly paint?: (text: string, row: Row) => string;
  readonly align?: "right";
  /** Takes the width that is left, and wants this much of it. */
  readonly grow?: number;
  /** Left out where the column that grows would have too little. */
  readonly optional?: boolean;
  /** Left out on a terminal, as it says nothing about these rows. */
  readonly idle?: boolean;
}

const GAP = "  ";

/** A table for a terminal: headings, columns that line up, nothing wider than the terminal. */
export function renderTable<Row>(
  rows: readonly Row[],
  all: readonly Column<Row>[],
  width: number,
  heading: (text: string) => string,
): string {
  const { shown, widths } = layout(
    rows,
    all.filter(({ idle = false }) => !idle),
    width,
  );
  const cells = rows.map((row) => shown.map((column) => column.cell(row)));
  const line = (texts: readonly string[], paint: (text: string, at: number) => string) =>
    texts
      .map((text, at) => {
        const cut = fit(text, widths[at]!);
        const painted = paint(cut, at);
        // Colours take no cells, so the padding is measured without them.
        const space = " ".repeat(widths[at]! - widthOf(cut));
        return shown[at]!.align === "right" ? space + painted : painted + space;
      })
      .join(GAP)
      .trimEnd();
  const head = shown.map((column, at) =>
    (column.align === "right" ? padStart : padEnd)(column.heading, widths[at]!),
  );
  return [
    heading(head.join(GAP).trimEnd()),
    ...rows.map((row, index) => line(cells[index]!, (text, at) => shown[at]!.paint?.(text, row) ?? text)),
  ].join("\n");
}

/** The same for a pipe: one row a line, tabs between, no headings, nothing cut. */
export function renderPlain<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return rows.map((row) => columns.map((column) => (column.plain ?? column.cell)(row)).join("\t")).join("\n");
}

interface Layout<Row> {
  readonly shown: readonly Column<Row>[];
  readonly widths: readonly number[];
}

/** Leaves out optional columns, the last one first, until the column that grows has what it wants. */
function layout<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): Layout<Row> {
  let shown = columns;
  for (;;) {
    const natural = shown.map(({ heading, cell }) =>
      rows.reduce((most, row) => Math.max(most, widthOf(cell(row))), widthOf(heading)),
    );
    const fixed = natural.reduce((sum, own, at) => sum + (shown[at]!.grow === undefined ? own : 0), 0);
    const left = width - fixed - GAP.length * (shown.length - 1);
    const widths = natural.map((own, at) =>
      shown[at]!.grow === undefined ? own : Math.max(1, Math.min(own, left)),
    );
    const tight = shown.some(({ grow = 0 }, at) => widths[at]! < Math.min(natural[at]!, grow));
    const last = shown.findLastIndex(({ optional = false }) => optional);
    if (!tight || last < 0) return { shown, widths };
    shown = shown.toSpliced(last, 1);
  }
}
