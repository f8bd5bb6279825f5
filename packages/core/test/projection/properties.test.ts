import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBlocks } from "../../src/format/blocks.ts";
import { isEntry } from "../../src/format/entry-kinds.ts";
import type { Message } from "../../src/format/messages.ts";
import { project } from "../../src/projection/project.ts";
import { stateAt } from "../../src/projection/state.ts";
import type { PathEntry, ProjectOptions } from "../../src/projection/types.ts";
import { frozen } from "./build.ts";
import { anyPath, grownPath, plainPath } from "./random-paths.ts";

const options = fc.record<ProjectOptions>({
  tools: fc.constantFrom("synthesize", "truncate", undefined),
  ending: fc.constantFrom("user", "as-is", undefined),
  bridge: fc.constantFrom(true, false, undefined),
});

const runs = { numRuns: 1000 };

describe("for every path", () => {
  it("the same input gives the same bytes and is left alone", () => {
    check(fc.tuple(anyPath, options), ([path, given]) => {
      const input = frozen(path);
      expect(JSON.stringify(project(input, given))).toBe(
        JSON.stringify(project(structuredClone(path), given)),
      );
    });
  });

  it("each turn is directly followed by exactly the results of its calls", () => {
    check(fc.tuple(anyPath, options), ([path, given]) => {
      const { messages } = project(path, given);
      for (let index = 0; index < messages.length;) {
        expect(messages[index]!.role).not.toBe("toolResult");
        const calls = callIds(messages[index]!);
        const answers = messages.slice(index + 1, index + 1 + calls.length);
        expect(answers.map((answer) => answer["toolCallId"])).toEqual(calls);
        index += 1 + calls.length;
      }
    });
  });

  it("turns stand apart, and by default none is last", () => {
    check(fc.tuple(anyPath, options), ([path, given]) => {
      const roles = project(path, given).messages.map(({ role }) => role);
      const spoken = roles.filter((role) => role !== "system");
      expect(spoken.some((role, index) => role === "assistant" && spoken[index + 1] === "assistant")).toBe(
        false,
      );
      if (given.ending !== "as-is") expect(spoken.at(-1)).not.toBe("assistant");
    });
  });

  it("each message has an entry of the path as its source", () => {
    check(anyPath, (path) => {
      const { messages, provenance, repairs } = project(path);
      const ids = new Set(path.map(({ entry }) => entry.id));
      expect(provenance).toHaveLength(messages.length);
      for (const id of provenance) expect(ids).toContain(id);
      for (const { entryId } of repairs) expect(ids).toContain(entryId);
    });
  });

  it("no result is lost: it is shown, or reported as left out", () => {
    check(plainPath, (path) => {
      const { provenance, repairs } = project(path);
      const dropped = repairs.filter(({ kind }) => kind === "result-dropped").map(({ entryId }) => entryId);
      const accounted = new Set([...provenance, ...dropped]);
      const results = path.filter((item) => roleOf(item) === "toolResult");
      for (const { entry } of results) expect(accounted).toContain(entry.id);
    });
  });

  it("all text is safe, and blocks are of the format", () => {
    check(anyPath, (path) => {
      const { messages } = project(path);
      expect(JSON.stringify(messages)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      const types = messages.flatMap(({ content }) => toBlocks(content)).map(({ type }) => type);
      for (const type of types) expect(["text", "image", "thinking", "toolCall"]).toContain(type);
    });
  });

  it("a path that starts at the kept entry of a compaction with state says the same", () => {
    check(fc.tuple(anyPath, anyPath, fc.nat(30)), ([before, behind, kept]) => {
      const whole = compacted(before, behind, kept);
      const start = Math.min(kept, before.length);
      const part = whole.filter(({ entry }, index) => index >= start || entry.type === "context_edit");
      expect(JSON.stringify(project(part))).toBe(JSON.stringify(project(whole)));
    });
  });
});

describe("a turn of the model", () => {
  it("looks the same, with all before it, however the path grows", () => {
    check(plainPath, (path) => expectStable(path, 0));
  });

  it("looks the same behind compactions, edits and system messages", () => {
    check(grownPath, (path) =>
      expectStable(path, 1 + path.findLastIndex(({ entry }) => reshapes(entry.type))),
    );
  });
});

function check<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), runs);
}

/** Compares the projection through each turn at or behind `from` with that of the whole path. */
function expectStable(path: PathEntry[], from: number): void {
  const whole = project(path, { ending: "as-is" });
  for (let index = from; index < path.length; index++) {
    if (roleOf(path[index]!) !== "assistant") continue;
    const through = project(path.slice(0, index + 1), { ending: "as-is" });
    const at = through.provenance.findIndex(
      (id, place) => id === path[index]!.entry.id && through.messages[place]!.role === "assistant",
    );
    // A turn of which nothing is left was a request all the same: all before it stays.
    const end = at < 0 ? through.messages.length : at + 1;
    expect(JSON.stringify(whole.messages.slice(0, end))).toBe(JSON.stringify(through.messages.slice(0, end)));
    expect(whole.provenance.slice(0, end)).toEqual(through.provenance.slice(0, end));
  }
}

function roleOf({ entry, problem }: PathEntry): string | undefined {
  return problem === undefined && isEntry(entry, "message") ? entry.message.role : undefined;
}

/** Whether such an entry may change what stands before it; `plain` entries are never system messages. */
function reshapes(type: string): boolean {
  return type === "compaction" || type === "context_edit";
}

function callIds({ role, content }: Message): unknown[] {
  if (role !== "assistant") return [];
  return toBlocks(content)
    .filter(({ type }) => type === "toolCall")
    .map((block) => (block as { id?: unknown }).id);
}

/** Two paths with a compaction between them that keeps from an index on and carries its state. */
function compacted(before: PathEntry[], behind: PathEntry[], kept: number): PathEntry[] {
  const firstKeptEntryId = before[kept]?.entry.id ?? null;
  const state = stateAt(before);
  const entry = {
    type: "compaction",
    id: "c",
    parentId: null,
    timestamp: "",
    summary: "S",
    firstKeptEntryId,
    state,
  };
  const renamed = behind.map(({ entry: old, ...rest }) => ({ entry: { ...old, id: `b${old.id}` }, ...rest }));
  // What follows has no compaction of its own, so that this one is the newest.
  return [
    ...before,
    { entry },
    ...renamed.filter(({ entry: { type } }) => type !== "compaction"),
  ] as PathEntry[];
}
