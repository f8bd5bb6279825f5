import { spawnSync } from "node:child_process";
import process from "node:process";

/** The properties of projections, over many more random histories than `npm test` has time for. */
const runs = process.argv[2] ?? "20000";
const files = ["packages/core/test/projection", "packages/core/test/store/projections.test.ts"];
const { status } = spawnSync("npx", ["vitest", "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, SESSION_TREE_RUNS: runs },
});
process.exitCode = status ?? 1;
