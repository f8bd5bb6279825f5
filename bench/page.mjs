import { readFileSync, writeFileSync } from "node:fs";
import { cells } from "./table.mjs";

const PAGE = new URL("../docs/performance.md", import.meta.url);
const TABLE = /(<!-- table -->\n)[\s\S]*?(<!-- end -->)/;

/** Puts the results into the page on performance. */
export function writePage({ date, node, rounds, sizes, results }) {
  const head = ["work", "figure", "against", "baseline", "ratio", "goal", "met", "growth"];
  const lines = [head, head.map(() => "---"), ...results.map(cells)].map((row) => `| ${row.join(" | ")} |`);
  const made = `Measured ${date.slice(0, 10)} with Node ${node.slice(1)}, medians of at least ${rounds}.`;
  const text = `${made} ${largest(sizes)}\n\n${lines.join("\n")}\n`;
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLE, (_, begin, end) => `${begin}\n${text}\n${end}`),
  );
}

function largest({ logs, pi, branches, sessions }) {
  const megabytes = (sizes) => `${(sizes.at(-1) / 1e6).toLocaleString("en-US")} MB`;
  const stored = `${sessions.at(-1).toLocaleString("en-US")} sessions of 100 KB`;
  return `Figures are for a session of ${megabytes(logs)} (pi: ${megabytes(pi)}), a branch of ${megabytes(branches)}, ${stored}.`;
}
