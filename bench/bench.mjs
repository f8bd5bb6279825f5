import { benchProjection } from "./projection.mjs";

const rounds = process.argv.includes("--quick") ? 7 : 31;
const rows = benchProjection(rounds);
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else {
  console.table(
    rows.map(({ what, against, ms, ratio, goal }) => ({
      what,
      against,
      ms: Number(ms.toFixed(3)),
      ratio: Number(ratio.toFixed(2)),
      goal: goal === undefined ? "" : `≤ ${goal}`,
    })),
  );
}
