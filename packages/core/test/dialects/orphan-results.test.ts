import { expect, test } from "vitest";
import { claudeCode } from "../../src/dialects/claude-code/claude-code.ts";
import { claudeCodeExporter } from "../../src/dialects/claude-code/exporter.ts";
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
