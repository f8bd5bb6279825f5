/** The results as a table of text, one row a line. */
export function table(results) {
  const rows = [
    ["work", "figure", "against", "baseline", "ratio", "goal", "met", "growth"],
    ...results.map(cells),
  ];
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The cells of one result, in the order of the table. */
export function cells({ name, against, unit, goal, judge, figure, baseline, ratio, met, growth, skipped }) {
  if (skipped !== undefined) return [name, skipped, against, "", "", shownGoal(goal, judge), "", ""];
  return [
    name,
    shown(figure, unit),
    against,
    judge === "figure" ? "" : shown(baseline, unit),
    judge === "figure" ? "" : `${rounded(ratio)} ×`,
    shownGoal(goal, judge, unit),
    met === undefined ? "" : met ? "yes" : "no",
    growth === undefined ? "" : growth.toFixed(2),
  ];
}

function shownGoal(goal, judge, unit) {
  if (goal === undefined) return "";
  if (judge === "figure") return `≤ ${goal} ${unit}`;
  return `${judge === "gain" ? "≥" : "≤"} ${Number(goal.toPrecision(2))} ×`;
}

function shown(value, unit) {
  return `${rounded(value)} ${unit}`;
}

function rounded(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(value < 0.1 ? 2 : 3);
}
