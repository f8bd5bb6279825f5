import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codexExporter } from "../../src/dialects/codex/exporter.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { checkOpenAIResponses } from "../../src/testing/index.ts";
import { exported, logOf, NEW_ID } from "./exported.ts";
import { plainRollout, type PlainRollout } from "./plain-rollout.ts";
import { randomSession } from "./random-session.ts";
import { sampleSessions } from "./sample-sessions.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

function rolloutOf(entries: readonly JsonObject[]): PlainRollout {
  return plainRollout(exported(codexExporter, logOf(entries)).lines);
}

/** What is wrong with a rollout: for the agent, and for the API that it asks. */
function wrongWith({ faults, history }: PlainRollout): unknown[] {
  const refused = history.length === 0 ? [] : checkOpenAIResponses({ input: history });
  return [...faults, ...refused.filter(({ level }) => level === "error")];
}

describe("a plain reader resumes what is exported for Codex:", () => {
  test.each(sampleSessions)("%s", (_, entries) => {
    expect(wrongWith(rolloutOf(entries))).toEqual([]);
  });

  test("its id, directory, name, words, and a call that was broken off", () => {
    const [question, answer] = [
      { role: "user", content: "list" },
      { role: "assistant", content: [{ type: "toolCall", id: "c1", name: "bash", input: {} }] },
    ];
    const { meta, name, shown, history } = rolloutOf([
      { type: "session_info", name: "Files" },
      { type: "message", id: "a", message: question },
      { type: "message", parentId: "a", message: answer },
    ]);
    expect(meta).toMatchObject({ id: NEW_ID, cwd: "/p", source: "cli" });
    expect({ name, shown }).toEqual({ name: "Files", shown: ["list"] });
    expect(history).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "list" }] },
      { type: "function_call", name: "bash", arguments: "{}", call_id: "c1" },
      { type: "function_call_output", call_id: "c1", output: "aborted" },
    ]);
  });

  test("any session", () => {
    fc.assert(
      fc.property(randomSession({ rare: true, edits: true }), (entries) => {
        expect(wrongWith(rolloutOf(entries))).toEqual([]);
      }),
      { numRuns },
    );
  });
});
