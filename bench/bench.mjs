import { execFileSync } from "node:child_process";
import { argv, execPath } from "node:process";
import { fileURLToPath } from "node:url";

const TARGETS = ["neutral", "anthropic", "openaiChat", "openaiResponses", "gemini", "bedrock", "aiSdk", "pi"];
const LENGTHS = ["500", "2000", "8000"];

const rounds = argv.includes("--quick") ? "11" : "51";
const script = fileURLToPath(new URL("projection.mjs", import.meta.url));
const rows = [...TARGETS, ...LENGTHS].map((what) =>
  JSON.parse(execFileSync(execPath, ["--expose-gc", script, what, rounds], { encoding: "utf8" })),
);

if (argv.includes("--json")) console.log(JSON.stringify(rows));
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
