import { expect, test } from "vitest";
import { renderPlain, renderTable, type Column } from "../../src/output/table.ts";

interface Row {
  readonly id: string;
  readonly size: number;
  readonly title: string;
}

const columns: Column<Row>[] = [
  { heading: "ID", cell: ({ id }) => id },
  { heading: "SIZE", cell: ({ size }) => String(size), align: "right" },
  { heading: "WIDE", cell: () => "wide", optional: true },
  { heading: "IDLE", cell: () => "", idle: true },
  { heading: "TITLE", cell: ({ title }) => title, grow: 25 },
];

const rows: Row[] = [
  { id: "a", size: 5, title: "a title that is longer than the line" },
  { id: "bb", size: 12345, title: "漢字のタイトル漢字のタイトル" },
];

test("columns line up and nothing is wider than the terminal", () => {
  expect(renderTable(rows, columns, 40, (text) => text)).toMatchInlineSnapshot(`
    "ID   SIZE  TITLE
    a       5  a title that is longer than…
    bb  12345  漢字のタイトル漢字のタイトル"
  `);
  expect(renderTable(rows, columns, 60, (text) => text)).toContain("WIDE");
});

test("a pipe gets every column, whole, without headings", () => {
  expect(renderPlain(rows, columns)).toBe(
    "a\t5\twide\t\ta title that is longer than the line\nbb\t12345\twide\t\t漢字のタイトル漢字のタイトル",
  );
});
