import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { Workspace } from "./support/workspace.ts";

const require = createRequire(import.meta.url);
const LOGS = join(dirname(require.resolve("@session-tree/test-fixtures/package.json")), "logs");

test.each(readdirSync(LOGS).filter((name) => name.endsWith(".jsonl")))("%s can be read", async (name) => {
  const workspace = new Workspace();
  const file = join(LOGS, name);
  const { value, exitCode } = await workspace.json(["show", file]);
  if (exitCode !== 0) {
    // A file that is not read is refused by its name, never by a crash.
    expect(value.error.code).toMatch(/^(NOT_A_SESSION|UNSUPPORTED_VERSION)$/);
    return;
  }
  for (const args of [["show"], ["show", "--all", "--full"], ["tree"], ["tree", "--full"], ["project"]]) {
    const [command = "", ...options] = args;
    expect(await workspace.run([command, file, ...options])).toMatch(/exit 0$/);
  }
  expect((await workspace.json(["tree", file])).value.nodes.length).toBeLessThanOrEqual(value.entries.length);
  expect([0, 5]).toContain((await workspace.json(["doctor", file])).exitCode);
});
