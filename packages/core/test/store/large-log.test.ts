import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeLog } from "@session-tree/test-fixtures";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/store.ts";

/** Where the built package can be imported by its own name. */
const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/** In KiB. `maxRSS` would do, but on Linux has in it what the process took that started this one. */
const PEAK = `
  import { existsSync, readFileSync } from "node:fs";
  const status = existsSync("/proc/self/status") ? () => readFileSync("/proc/self/status", "utf8") : () => "";
  const peakMemory = () => Number(/VmHWM:\\s*(\\d+)/.exec(status())?.[1] ?? process.resourceUsage().maxRSS);
`;

/** Opens a log, projects it, then asks for what only the whole log tells, and prints what that took. */
const PROJECT = `${PEAK}
  import { openStore } from "@session-tree/core";
  const store = await openStore({ root: process.argv[1] });
  const session = await store.open(process.argv[2]);
  const { messages } = await session.project();
  const peak = peakMemory();
  session.labels();
  const whole = peakMemory();
  console.log(JSON.stringify({ peak, whole, messages: messages.length, leaf: session.leaf }));
`;

interface Measured {
  readonly peak: number;
  readonly whole: number;
  readonly messages: number;
  readonly leaf: string | null;
}

function node(program: string, ...args: string[]): Measured {
  const options = { cwd: PACKAGE, encoding: "utf8" } as const;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program, ...args], options);
  expect(run.stderr).toBe("");
  return JSON.parse(run.stdout) as Measured;
}

test("a log of 200 MB is projected within 30 MB above Node's own memory, and read whole within 150 MB", () => {
  const root = temporaryFolder();
  const file = join(root, "large.jsonl");
  const { bytes, leaf } = writeLog(file, { bytes: 200e6, compactEvery: 100 });
  expect(bytes).toBeGreaterThanOrEqual(200e6);
  const idle = node(`${PEAK} console.log(JSON.stringify({ peak: peakMemory() }))`);
  const large = node(PROJECT, root, file);
  expect(large.leaf).toBe(leaf);
  expect(large.messages).toBeGreaterThan(1);
  expect((large.peak - idle.peak) / 1024).toBeLessThan(30);
  expect((large.whole - idle.peak) / 1024).toBeLessThan(150);
}, 120_000);
