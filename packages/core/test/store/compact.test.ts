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
