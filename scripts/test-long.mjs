import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/**
 * What `npm test` has only a short time for: the properties of projections over many more random histories, every call
 * that can fail, hundreds of killed processes, and blows at the bytes of logs. Prints what the faults counted, and fails
 * where an entry is lost.
 */
const runs = process.argv[2] ?? "20000";
const files = [
  "packages/core/test/projection",
  "packages/core/test/store/projections.test.ts",
  "packages/core/test/store/fuzz.test.ts",
  "packages/core/test/store/import-fuzz.test.ts",
  "packages/core/test/faults",
];
const folder = mkdtempSync(join(tmpdir(), "session-tree-long-"));
const counted = join(folder, "counts.jsonl");
const { status } = spawnSync("npx", ["vitest", "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, SESSION_TREE_RUNS: runs, SESSION_TREE_COUNTS: counted },
});
const totals = sum(existsSync(counted) ? readFileSync(counted, "utf8").trimEnd().split("\n") : []);
rmSync(folder, { recursive: true });
process.stdout.write(
  [
    `calls failed          ${totals.failed}`,
    `processes killed      ${totals.kills}`,
    `entries acknowledged  ${totals.acknowledged}`,
    `entries lost          ${totals.lost}`,
    "",
  ].join("\n"),
);
process.exitCode = status === 0 && totals.lost === 0 && totals.kills >= 500 ? 0 : (status ?? 0) || 1;

function sum(lines) {
  const sums = { failed: 0, kills: 0, acknowledged: 0, lost: 0 };
  for (const line of lines) {
    for (const [name, count] of Object.entries(JSON.parse(line))) sums[name] += count;
  }
  return sums;
}
