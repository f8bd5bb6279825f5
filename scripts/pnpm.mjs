// Runs pnpm at the one version this workspace is tested with: `node scripts/pnpm.mjs <args>`.
// The only requirement on the machine is Node with npm; a pnpm of that version on PATH is used as it is.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "12.21.0";
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const shell = process.platform === "win32"; // pnpm and npx are .cmd files there

/** The environment for pnpm: native modules compile against the headers next to this Node, when it ships them. */
function environment() {
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = existsSync(join(prefix, "include", "node", "node.h"));
  return { ...(hasHeaders && { npm_config_nodedir: prefix }), ...process.env, PATH: searchPath() };
}

/** A PATH that finds the pinned pnpm. npx only fetches it: run through npx, it would not hear of signals. */
function searchPath() {
  const found = spawnSync("pnpm", ["--version"], { cwd: root, shell, encoding: "utf8" });
  if (found.status === 0 && found.stdout.trim() === VERSION) return process.env.PATH;

  const args = [
    "--yes",
    "--prefer-offline",
    "--package",
    `pnpm@${VERSION}`,
    "--",
    "node",
    "-p",
    "process.env.PATH",
  ];
  const env = { ...process.env, npm_config_update_notifier: "false" };
  const fetched = spawnSync("npx", args, { cwd: root, shell, env, encoding: "utf8" });
  if (fetched.status === 0) return fetched.stdout.trim();
  throw new Error(`could not fetch pnpm ${VERSION} with npx\n${fetched.stderr ?? fetched.error}`);
}

/**
 * Starts pnpm and resolves when it ends, with its exit code or the signal that ended it.
 * Signals sent to this process meanwhile are passed on.
 */
export function pnpm(args, { cwd = root, stdio = "inherit", onOutput } = {}) {
  const child = spawn("pnpm", args, { cwd, stdio, shell, env: environment() });
  child.stdout?.on("data", onOutput);
  child.stderr?.on("data", onOutput);

  const passOn = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of signals) process.off(name, passOn);
      resolve({ code, signal });
    });
  });
}

/** Ends this process the way the child ended. */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
}

const isMain = process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isMain) endLike(await pnpm(process.argv.slice(2), { cwd: process.cwd() }));
