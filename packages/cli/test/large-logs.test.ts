import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LINES, storedZstd, writeLines } from "./support/large-logs.ts";
import { Workspace } from "./support/workspace.ts";

const BIN = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

/** Tells on stderr how much memory the process took at most, in KiB: on Linux `maxRSS` has that of its parent in it. */
const PEAK = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from "node:fs";
  const status = () => existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const peak = () => /VmHWM:\\s*(\\d+)/.exec(status())?.[1] ?? process.resourceUsage().maxRSS;
  process.on("exit", () => console.error("peak " + peak()));
`)}`;

/** Much less than `LARGE` megabytes: who holds the lines of such a log as values runs out of it. */
const HEAP = "--max-old-space-size=24";
const LARGE = 28;

/** From here on, garbage that waits for its collection takes as much as it ever does. */
const STEADY = 64;
const HUGE = 128;

/** What is held for each byte more; whoever holds the bytes themselves has 1. */
const MOST_GROWTH = 0.5;

function peak(workspace: Workspace, args: readonly string[]): number {
  const env = { ...process.env, HOME: workspace.home, SESSIONS_ROOT: workspace.root };
  const { status, stderr } = spawnSync(process.execPath, [HEAP, "--import", PEAK, BIN, ...args], {
    cwd: workspace.project,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^peak \d+$/m) });
  return Number(/^peak (\d+)$/m.exec(stderr)![1]) / 1024;
}

/** So many megabytes of short lines are 20,000 entries: of each, 600 bytes may be held. */
const MANY = 6;

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  show: ["show", "FILE", "--json"],
  tree: ["tree", "FILE"],
  import: ["import", "FILE"],
  "export to codex": ["export", "FILE", "--to", "codex", "-o", "out.jsonl"],
};

/** Runs a command, or several, on a new log of an agent, and gives how many megabytes the last one took at most. */
function peakOf(kind: string, commands: string, megabytes: number): number {
  const [agent, compressed] = kind.split(".") as [string, string?];
  const workspace = new Workspace();
  let file = join(workspace.home, "log.jsonl");
  writeLines(file, megabytes, LINES[agent]!);
  if (compressed !== undefined) {
    writeFileSync(`${file}.zst`, storedZstd(readFileSync(file)));
    file += ".zst";
  }
  const peaks = commands.split(", ").map((command) =>
    peak(
      workspace,
      COMMANDS[command]!.map((arg) => (arg === "FILE" ? file : arg)),
    ),
  );
  return peaks.at(-1)!;
}

test.each([
  ["claude-code", "import"],
  ["claude-code", "export to codex"],
  ["codex", "tree"],
  ["codex.zst", "show"],
  ["gemini", "show"],
  ["copilot", "show"],
  ["openai-jsonl", "show"],
  ["event-log", "import"],
])("a log of %s is larger than the memory of values: %s", { timeout: 120_000 }, (kind, command) => {
  expect(peakOf(kind, command, LARGE)).toBeGreaterThan(0);
});

test.each(["import, import", "show"])(
  "of many entries, little is held: %s",
  { timeout: 120_000 },
  (commands) => {
    expect(peakOf("claude-code, short lines", commands, MANY)).toBeGreaterThan(0);
  },
);

test("memory does not follow the size of a log", { timeout: 240_000 }, () => {
  const [steady, huge] = [STEADY, HUGE].map((size) => peakOf("claude-code", "import", size));
  expect((huge! - steady!) / (HUGE - STEADY)).toBeLessThan(MOST_GROWTH);
});
