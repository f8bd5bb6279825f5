import { spawnSync } from "node:child_process";
import process from "node:process";

/**
 * What `npm test` has only a short time for: the properties of projections over many more random histories, every call
 * that can fail, and hundreds of killed processes.
 */
const runs = process.argv[2] ?? "20000";
const files = [
  "packages/core/test/projection",
  "packages/core/test/store/projections.test.ts",
  "packages/core/test/faults",
];
const { status } = spawnSync("npx", ["vitest", "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, SESSION_TREE_RUNS: runs },
});
process.exitCode = status ?? 1;
