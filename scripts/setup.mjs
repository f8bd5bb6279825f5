// What `npm start` and `npm test` share: install what the lockfile says, then build. Quiet unless something fails.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endLike, pnpm } from "./pnpm.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isFirstTime = !existsSync(join(root, "node_modules", ".modules.yaml"));

if (isFirstTime) console.error("Setting up (first time: about 2 minutes)…");
await quietly(["install", "--frozen-lockfile", "--reporter=append-only"]);
if (isFirstTime && !sqliteLoads()) {
  console.error(
    "note: better-sqlite3 could not be built here. Everything works without it, but without an index.",
  );
}
await quietly(["run", "build"]);

/** Runs pnpm and shows what it wrote only when it fails; then this process fails too. */
async function quietly(args) {
  const output = [];
  const result = await pnpm(args, {
    stdio: ["ignore", "pipe", "pipe"],
    onOutput: (chunk) => output.push(chunk),
  });
  if (result.code === 0) return;
  process.stderr.write(Buffer.concat(output));
  endLike(result);
}

function sqliteLoads() {
  const program = "new (require('better-sqlite3'))(':memory:')";
  const run = spawnSync(process.execPath, ["-e", program], {
    cwd: join(root, "packages", "core"),
    stdio: "ignore",
  });
  return run.status === 0;
}
