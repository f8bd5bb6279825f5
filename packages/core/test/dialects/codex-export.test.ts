import fc from "fast-check";
import { expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { codexExporter } from "../../src/dialects/codex/exporter.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { checkOpenAIResponses } from "../../src/testing/index.ts";
import { render } from "../../src/projection/render.ts";
import type { SessionLog } from "../../src/store/session-log.ts";
import { exported, logOf, projectionAt, toldAs } from "./exported.ts";
import { randomSession } from "./random-session.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

/** What the API is sent at the active leaf, part by part: Codex makes one answer of answers in a row. */
function said(log: SessionLog): string[] {
  const { input } = render.openaiResponses(projectionAt(log, log.activeLeaf()?.id ?? null));
  return input
    .flatMap((item): string[] => {
      if (item.type !== "message") return item.type === "reasoning" ? [] : [JSON.stringify(item)];
      const parts = typeof item.content === "string" ? [{ text: item.content }] : item.content;
      if (item.role === "developer") return [];
      return parts.map((part) => `${item.role} ${"text" in part ? part.text : part.image_url}`);
    })
    .filter((text) => !MADE_TO_FIT.has(text));
}

/** What stands in a context only because the API wants it. */
const MADE_TO_FIT: ReadonlySet<string> = new Set([
  "user Continue.",
  "user [The conversation before this point is not shown.]",
]);

test("a branch comes back from Codex's format with what a model gets at its end", () => {
  fc.assert(
    fc.property(randomSession({ edits: true, failed: true }), (entries) => {
      const source = logOf(entries);
      const back = toldAs(codex, exported(codexExporter, source).lines);
      expect(back.damage()).toEqual([]);
      expect(said(back)).toEqual(said(source));
    }),
    { numRuns },
  );
});

test("the system's messages are a part of what replaces a context", () => {
  const source = logOf([
    { id: "s", type: "message", message: { role: "system", content: "Speak of gardens." } },
    { id: "a", parentId: "s", type: "message", message: { role: "user", content: "one" } },
    { id: "c", parentId: "a", type: "compaction", summary: "S", firstKeptEntryId: null },
  ]);
  const { lines, changed, lost } = exported(codexExporter, source);
  const { payload } = lines.find(({ type }) => type === "compacted") as { payload: JsonObject };
  expect([lost, changed]).toEqual([{}, {}]);
  expect(payload["replacement_history"]).toMatchObject([
    { role: "developer", content: [{ type: "input_text", text: "Speak of gardens." }] },
    { role: "user" },
  ]);
});

test("what replaces a context is a history that the API takes", () => {
  fc.assert(
    fc.property(randomSession({ rare: true, edits: true }), (entries) => {
      for (const { type, payload } of exported(codexExporter, logOf(entries)).lines) {
        if (type !== "compacted") continue;
        const { replacement_history: input } = payload as { replacement_history: unknown[] };
        const errors = checkOpenAIResponses({ input }).filter(({ level }) => level === "error");
        expect(input.length === 0 ? [] : errors).toEqual([]);
      }
    }),
    { numRuns },
  );
});
