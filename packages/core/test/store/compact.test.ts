import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateEntry } from "../../src/format/validate.ts";
import { estimateTokens } from "../../src/projection/estimate-tokens.ts";
import { project } from "../../src/projection/project.ts";
import { stateAt } from "../../src/projection/state.ts";
import type { PathEntry } from "../../src/projection/types.ts";
import { CutsToolCallError } from "../../src/errors.ts";
import { contextReplacement, summaryCompaction } from "../../src/store/compact.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import { type Body, pathOf } from "../projection/build.ts";
import { anyPath } from "../projection/random-paths.ts";
import { assistant, temporaryStore, user } from "../support/store.ts";

const messages = [{ role: "user" as const, content: "all new" }];
const system = { role: "system" as const, content: "new" };

/** Every kind of compaction of a path that is not refused. */
function compactions(path: PathEntry[]): NewEntry[] {
  return [
    ...allowed(() => summaryCompaction(path, { summary: "S", keepFrom: null })),
    ...allowed(() => summaryCompaction(path, { summary: "S", keepFrom: { turns: 2 } })),
    ...allowed(() => summaryCompaction(path, { summary: "S", keepFrom: { tokens: 3 } })),
    contextReplacement(path, messages, {}),
    contextReplacement(path, [system, ...messages], {}),
  ];
}

function allowed(make: () => NewEntry): NewEntry[] {
  try {
    return [make()];
  } catch (error) {
    expect(error).toBeInstanceOf(CutsToolCallError);
    return [];
  }
}

/** The entry as it comes back from a log. */
function written(entry: NewEntry): PathEntry {
  return pathOf({ id: "c", ...(JSON.parse(JSON.stringify(entry)) as Body) })[0]!;
}

describe("for every path, a compaction", () => {
  const check = (property: (path: PathEntry[], compaction: PathEntry) => void) =>
    fc.assert(
      fc.property(anyPath, (path) => {
        for (const entry of compactions(path)) property(path, written(entry));
      }),
    );

  test("carries the state: a path may as well start at it", () => {
    check((path, compaction) => {
      const whole = stateAt([...path, compaction]);
      expect(stateAt([compaction])).toEqual(whole);
      const own = compaction.entry["messages"] as unknown[] | undefined;
      const replaced = own !== undefined && own.length > 1;
      expect(whole).toEqual({ ...stateAt(path), ...(replaced ? { system: [system] } : {}) });
    });
  });

  test("fits the format, and counts what the model got before it", () => {
    check((path, { entry }) => {
      expect(validateEntry(entry)).toEqual([]);
      const before = project(path, { ending: "as-is" }).messages.map(estimateTokens);
      expect(entry["tokensBefore"]).toBe(before.reduce((sum, tokens) => sum + tokens, 0));
    });
  });

  test("keeps what it names, and begins with what it brings", () => {
    check((path, compaction) => {
      const { messages: got, provenance, repairs } = project([...path, compaction]);
      expect(repairs.map(({ kind }) => kind)).not.toContain("kept-entry-missing");
      const first = got.findIndex(({ role }) => role !== "system");
      expect(provenance[first]).toBe("c");
    });
  });
});

test("the state of a session outlives a compaction, with all that a host logs on its system messages", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const prompt = { role: "system" as const, content: "Be brief.", tools: [{ name: "bash" }] };
  const before = await session.append([
    { type: "message", message: prompt },
    { type: "model_change", provider: "p", model: "m" },
    { type: "thinking_level_change", thinkingLevel: "high" },
    { type: "queue", operation: "enqueue", content: "later" },
    user("hi"),
    assistant("hello"),
  ]);
  await session.compact({ summary: "They greeted.", keepFrom: null });
  await session.append({ type: "thinking_level_change", thinkingLevel: "low" });

  const state = { model: { provider: "p", model: "m" }, queue: ["later"], system: [prompt] };
  expect(await session.state()).toEqual({ ...state, thinkingLevel: "low" });
  expect(await session.state(before.id)).toEqual({ ...state, thinkingLevel: "high" });
});
