import { growth } from "./growth.mjs";
import { median } from "./interleave.mjs";

/**
 * Measures a row at each of its sizes, baseline beside figure, and judges it at the last. A row has a `name`, what it is
 * compared `against`, its `unit`, a `goal`, and `judge`: whether `cost` (figure ÷ baseline) or the figure itself must not be
 * more than the goal, or `gain` (baseline ÷ figure) not less. One that cannot be measured here says why.
 */
export async function runRow(row, data, rounds) {
  const sizes = row.sizes?.(data) ?? [undefined];
  const points = [];
  for (const size of sizes) {
    const measured = await row.measure({ data, size, rounds });
    if (measured.skipped !== undefined) return { ...described(row), skipped: measured.skipped };
    const figure = median(measured.figure);
    const baseline = median(measured.baseline);
    points.push({ size, figure, baseline, ratio: ratioOf(row, figure, baseline) });
  }
  const { figure, baseline, ratio } = points.at(-1);
  const met =
    row.goal === undefined ? undefined : row.judge === "gain" ? ratio >= row.goal : ratio <= row.goal;
  return { ...described(row), figure, baseline, ratio, met, points, growth: growth(points) };
}

function described({ name, against, unit, goal, judge = "cost" }) {
  return { name, against, unit, goal, judge };
}

function ratioOf({ judge = "cost" }, figure, baseline) {
  if (judge === "figure") return figure;
  return judge === "gain" ? baseline / figure : figure / baseline;
}
