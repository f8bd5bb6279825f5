import { expect, test } from "vitest";
import { page } from "./support.ts";

const { rows } = (await import(new URL("../../bench/rows/rows.mjs", import.meta.url).href)) as {
  rows: readonly { readonly name: string; readonly against: string }[];
};
const text = page("docs/performance.md");
const [, table] = /<!-- table -->\n([\s\S]*?)<!-- end -->/.exec(text) ?? [];
const shown = [...(table ?? "").matchAll(/^\| ([^|]+?) \| [^|]+ \| ([^|]+?) \|/gm)].slice(2);

test("the page on performance shows the rows that are measured, and no others", () => {
  expect(shown.map(([, name, against]) => ({ name, against }))).toEqual(
    rows.map(({ name, against }) => ({ name, against })),
  );
});

test("the page on performance says of each row what it means", () => {
  const means = text.slice(text.indexOf("<!-- end -->"));
  const told = [...means.matchAll(/^\| `([^`|]+)` \|/gm)].map(([, start]) => start!);
  expect(rows.filter(({ name }) => !told.some((start) => name.startsWith(start)))).toEqual([]);
  expect(told.filter((start) => !rows.some(({ name }) => name.startsWith(start)))).toEqual([]);
});
