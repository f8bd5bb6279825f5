import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const checkout = fileURLToPath(new URL("..", import.meta.url));

// The demo runs the built command, as `npm start` does; `npm test` builds it first.
test("the demo of `npm start` works, and works again", { timeout: 60_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), "session-tree-demo-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));

  const first = runDemo(home);
  expect(first).toMatchObject({ stderr: expect.not.stringContaining("rror"), status: 0 });
  for (const line of [
    "$ sessions import",
    "$ sessions move --from /home/ada/projects/weather --to .",
    "$ sessions list",
    "No other agent's sessions were found on this machine.",
    "$ sessions continue",
    "$ sessions tree",
    "[two-ways]",
    "Can it also tell when the rain ends?",
    "Now you.",
  ])
    expect(first.stdout).toContain(line);
  expect(first.stdout).toMatch(/\$ sessions fork [0-9a-f-]{8,36} --at ~1\n/);
  expect(first.stdout.match(/\$ sessions project [0-9a-f-]{8,36} --json\n {2}system/g)).toHaveLength(2);
  expect(longestCommand(first.stdout)).toBeLessThanOrEqual(80);

  const second = runDemo(home);
  expect(second.status).toBe(0);
  expect(second.stdout).not.toContain("$ sessions move");
  expect(second.stdout).toContain("Rain alert (fork)");
  expect(second.stdout).toContain("Now you.");
  expect(existsSync(join(home, ".local"))).toBe(false);
});

test("the demo tells in one line what went wrong", () => {
  const { status, stderr } = runDemo(fileURLToPath(import.meta.url));
  expect(status).toBe(1);
  expect(stderr).toMatch(/^\nENOTDIR: [^\n]+\n$/);
});

function runDemo(home: string) {
  return spawnSync(process.execPath, [join(checkout, "scripts", "demo.mjs")], {
    cwd: checkout,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1", SESSION_TREE_DEMO_DIR: join(home, "demo") },
  });
}

/** How long the longest printed command is. */
function longestCommand(output: string): number {
  const commands = output.split("\n").filter((line) => line.startsWith("$ "));
  return Math.max(...commands.map((line) => line.length));
}
