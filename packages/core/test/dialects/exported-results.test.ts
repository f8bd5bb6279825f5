import { expect, test } from "vitest";
import { claudeCode } from "../../src/dialects/claude-code/claude-code.ts";
import { claudeCodeExporter } from "../../src/dialects/claude-code/exporter.ts";
import { codex } from "../../src/dialects/codex/codex.ts";
import { codexExporter } from "../../src/dialects/codex/exporter.ts";
import { pi } from "../../src/dialects/pi/pi.ts";
import { piExporter } from "../../src/dialects/pi/exporter.ts";
import { exported, logOf, readAs, saidAt, toldAs } from "./exported.ts";

/** A session that has lost a call, and kept its result. */
function orphan(toolName?: string) {
  const message = { role: "toolResult", toolCallId: "call_1", toolName, content: "two snails" };
  return logOf([
    { id: "a", type: "message", message: { role: "user", content: "one" } },
    { id: "b", parentId: "a", type: "message", message },
  ]);
}

test.each([undefined, "look"])("pi's format keeps a result without a call, of the tool %s", (toolName) => {
  const source = orphan(toolName);
  const { lines, lost, changed } = exported(piExporter, source);
  expect([lost, changed]).toEqual([{}, {}]);
  expect(saidAt(readAs(pi, lines), "b")).toEqual(saidAt(source, "b"));
});

test.each([
  [undefined, {}],
  ["look", { "tool name": 1 }],
])("Claude Code's format names the tool %s of a result only with its call", (toolName, changed) => {
  const source = orphan(toolName);
  const copy = exported(claudeCodeExporter, source);
  expect(copy).toMatchObject({ lost: {}, changed });
  const back = toldAs(claudeCode, copy.lines);
  const said = (text: unknown) => JSON.stringify(text).replaceAll("call_1", "look");
  const leaf = back.activeLeaf()?.id ?? null;
  expect(said(saidAt(back, leaf))).toBe(said(saidAt(source, "b")));
});

test.each([
  ["Claude Code", claudeCode, claudeCodeExporter],
  ["Codex", codex, codexExporter],
])("%s gets of an answer that was cut short what a model gets", (_, dialect, exporter) => {
  const whole = { type: "toolCall", id: "call_1", name: "look", input: { at: "snails" } };
  const torn = { type: "toolCall", id: "call_2", name: "look", input: {}, partialJson: '{"at' };
  const answer = {
    role: "assistant",
    content: [whole, torn],
    provider: "p",
    model: "m",
    stopReason: "aborted",
  };
  const result = { role: "toolResult", toolCallId: "call_2", content: "none", isError: true };
  const source = logOf([
    { id: "a", type: "message", message: { role: "user", content: "one" } },
    { id: "b", parentId: "a", type: "message", message: answer },
    { id: "c", parentId: "b", type: "message", message: result },
    { id: "d", parentId: "c", type: "message", message: { role: "user", content: "two" } },
  ]);
  const { lines, lost } = exported(exporter, source);
  expect(lost).toEqual({ "turn-trimmed": 1, "result-dropped": 1 });
  const back = toldAs(dialect, lines);
  expect(saidAt(back, back.activeLeaf()?.id ?? null)).toEqual(saidAt(source, "d"));
});
