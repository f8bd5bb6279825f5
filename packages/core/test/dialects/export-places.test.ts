import { describe, expect, test } from "vitest";
import { claudeCodeExporter } from "../../src/dialects/claude-code/exporter.ts";
import { codexExporter } from "../../src/dialects/codex/exporter.ts";
import { piExporter } from "../../src/dialects/pi/exporter.ts";
import { ExportSource } from "../../src/store/export-source.ts";
import { logOf, NEW_ID, TIME } from "./exported.ts";

function session(cwd: string, timestamp = TIME) {
  return new ExportSource(logOf([]), null, false).session({ id: NEW_ID, timestamp, cwd });
}

const home = "/home/ada";

test.each([
  {
    of: "pi",
    exporter: piExporter,
    env: {},
    place: `/home/ada/.pi/agent/sessions/--p-q--/2026-01-01T10-00-00-000Z_${NEW_ID}.jsonl`,
  },
  {
    of: "pi",
    exporter: piExporter,
    env: { PI_CODING_AGENT_DIR: "~/pi" },
    place: `/home/ada/pi/sessions/--p-q--/2026-01-01T10-00-00-000Z_${NEW_ID}.jsonl`,
  },
  {
    of: "Claude Code",
    exporter: claudeCodeExporter,
    env: {},
    place: `/home/ada/.claude/projects/-p-q/${NEW_ID}.jsonl`,
  },
  {
    of: "Claude Code",
    exporter: claudeCodeExporter,
    env: { CLAUDE_CONFIG_DIR: "/c", CLAUDE_CODE_PROJECT_DIR_NAME: "one" },
    place: `/c/projects/one/${NEW_ID}.jsonl`,
  },
  {
    of: "Codex",
    exporter: codexExporter,
    env: {},
    place: `/home/ada/.codex/sessions/2026/01/01/rollout-2026-01-01T10-00-00-${NEW_ID}.jsonl`,
  },
  {
    of: "Codex",
    exporter: codexExporter,
    env: { CODEX_HOME: "/x" },
    place: `/x/sessions/2026/01/01/rollout-2026-01-01T10-00-00-${NEW_ID}.jsonl`,
  },
])("$of looks for a session in $place", ({ exporter, env, place }) => {
  expect(exporter.place!(session("/p/q"), { home, env })).toBe(place);
});

describe("a time that is none", () => {
  test.each([piExporter, codexExporter])("leads nowhere else", (exporter) => {
    const place = exporter.place!(session("/p", "../../../etc/x"), { home, env: {} });
    expect(place).not.toContain("etc");
  });
});

test("Claude Code's name of a project has letters and digits alone, and an end made of the path where it is long", () => {
  const projectOf = (cwd: string) =>
    claudeCodeExporter.place!(session(cwd), { home, env: {} }).split("/").at(-2);
  expect(projectOf("/home/ü b/a_1.x")).toBe("-home---b-a-1-x");
  expect(projectOf("C:\\work\\😀")).toBe("C--work---");
  // As long as a name may be; one more; and units of UTF-16 count, not characters.
  expect(projectOf(`/${"a".repeat(199)}`)).toBe(`-${"a".repeat(199)}`);
  expect(projectOf(`/${"a".repeat(200)}`)).toBe(`-${"a".repeat(199)}-b6ymvl`);
  expect(projectOf("/😀".repeat(67))).toBe(`${"-".repeat(200)}-mo9fxq`);
});
