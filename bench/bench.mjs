import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Data } from "./data/data.mjs";
import { writePage } from "./page.mjs";
import { rows } from "./rows/rows.mjs";
import { runRow } from "./run-row.mjs";
import { table } from "./table.mjs";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    out: { type: "string", default: fileURLToPath(new URL("results.json", import.meta.url)) },
    page: { type: "boolean", default: false },
  },
});

const data = new Data(values.quick ? "quick" : "full");
const results = [];
const rounds = Number(values.rounds);
const report = { date: new Date().toISOString(), node: process.version, rounds, sizes: data.sizes, results };
/** After each row: whoever has no patience for the rest has these. */
const save = () => writeFileSync(values.out, `${JSON.stringify(report, null, 2)}\n`);
// Whoever interrupts it gets the room on the disk back.
process.once("exit", () => data.remove());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

for (const row of rows.filter(({ name }) => name.includes(values.only ?? ""))) {
  process.stderr.write(`${row.name} …\n`);
  results.push(await runRow(row, data, rounds));
  save();
}
console.log(table(results));
if (values.page) writePage(report);
