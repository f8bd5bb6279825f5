import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Agent } from "../../packages/core/src/dialects/agent.ts";
import { agents, type KnownAgent } from "../../packages/core/src/dialects/agents.ts";
import { jsonLines } from "../../packages/core/src/dialects/json-lines.ts";
import { TranslatedLog } from "../../packages/core/src/dialects/translated-log.ts";
import { translated } from "../../packages/core/src/dialects/translated.ts";
import { FileSource } from "../../packages/core/src/log/file-source.ts";
import { SessionLog } from "../../packages/core/src/store/session-log.ts";
import { lossReport } from "../../packages/core/src/store/loss-report.ts";
import { blocks, page, runExample } from "./support.ts";

test("the table of agents is what their dialects declare", () => {
  const rows = page("docs/agents.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.split("|").length === 13);
  expect(rows.slice(2)).toEqual(agents.map(rowOf));
});

/** What holds for every agent is proven for every agent, too: see the tests of the agents. */
function rowOf({ name, title, tells, exports }: KnownAgent): string {
  const { branches, usage, subagents } = tells;
  const cells = [title, `\`${name}\``, "yes", "yes", branches ? "yes" : "one path", "yes"];
  return `| ${[...cells, yes(usage), yes(subagents), "yes", "yes", yes(exports)].join(" | ")} |`;
}

function yes(is: boolean | string): string {
  if (typeof is === "string") return is;
  return is ? "yes" : "no";
}

test("the page's dialect works", async () => {
  const [example] = blocks("docs/agents.md", "ts");
  const { parrotAgent } = (await runExample(example!, { FileSource, jsonLines, translated, join }, [
    "parrotAgent",
  ])) as { parrotAgent: Agent };
  const folder = mkdtempSync(join(tmpdir(), "session-tree-docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = ['{"said":"hello","number":1,"mood":"good"}', "torn", '{"kind":"flap","number":2}'];
  writeFileSync(join(folder, "speech.jsonl"), lines.map((line) => `${line}\n`).join(""));
  const { dialect, folders } = parrotAgent;
  const [place] = folders({ home: "/", env: { PARROT_HOME: folder } });
  const [session] = dialect.translation!.sessions(place!);
  const source = TranslatedLog.open("log", session!, dialect.translation!);
  const log = new SessionLog(source, dialect, "speech");
  expect(log.heads.map(({ id }) => id)).toEqual(["parrot-1", "parrot-2"]);
  expect(log.decode(log.heads[0]!).entry).toMatchObject({ parrot: { mood: "good" } });
  expect(lossReport(log)).toEqual({
    understood: 1,
    carried: { "parrot:flap": 1 },
    damaged: { "not-json": 1 },
    notices: [],
  });
});
