import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tell } from "../../src/dialects/claude-code/tell.ts";
import { Telling } from "../../src/dialects/claude-code/telling.ts";
import type { Told } from "../../src/dialects/translation.ts";
import { NotASessionError } from "../../src/errors.ts";
import { isAnnotation } from "../../src/format/entry-kinds.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { project } from "../../src/projection/project.ts";
import { refusals, TARGETS } from "../projection/all-targets.ts";
import { answers, bytesOf, call, line, note, readFile, result, says, write } from "./claude-code-log.ts";

const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h", "long".repeat(50));
const parent = fc.oneof({ weight: 6, arbitrary: id }, fc.constantFrom(null, undefined, "gone"));
const callId = fc.constantFrom("t1", "t2", "t3");
const words = fc.constantFrom(
  "hello",
  "",
  "<command-name>/x</command-name>",
  "\uD800",
  "Caveat: The messages below",
);
const flags = fc.constantFrom<JsonObject>(
  {},
  {},
  {},
  { isSidechain: true },
  { isMeta: true },
  { isCompactSummary: true },
);
const blocks = fc.array(
  fc.oneof(
    words.map((text) => ({ type: "text", text })),
    callId.map((one) => call(one)),
    fc.constantFrom<object>(
      { type: "thinking", thinking: "", signature: "c2ln" },
      { type: "document" },
      { type: "image", source: {} },
    ),
  ),
  { maxLength: 3 },
);
const metadata = fc.record({
  compactedToolIds: fc.array(callId),
  preservedSegment: fc.record({ headUuid: id, tailUuid: id }),
});

/** Lines as the agent writes them, with ids that collide and parents that lead anywhere. */
const aLine: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.tuple(id, parent, words, flags).map(([uuid, above, text, more]) => says(uuid, above, text, more)),
  fc
    .tuple(id, parent, blocks, fc.constantFrom("m1", "m2", "m3", undefined), flags)
    .map(([uuid, above, content, message, more]) => ({
      ...answers(uuid, above, content, { id: message }),
      ...more,
    })),
  fc
    .tuple(id, parent, callId, flags)
    .map(([uuid, above, one, more]) => result(uuid, above as string, one, "x", more)),
  fc
    .tuple(
      id,
      parent,
      fc.constantFrom("compact_boundary", "microcompact_boundary", "turn_duration"),
      metadata,
      id,
    )
    .map(([uuid, above, subtype, about, logicalParentUuid]) =>
      line("system", uuid, above, {
        subtype,
        logicalParentUuid,
        compactMetadata: about,
        microcompactMetadata: about,
      }),
    ),
  fc
    .tuple(id, parent, fc.constantFrom("queued_command", "hook_additional_context", "skill_listing"))
    .map(([uuid, above, type]) =>
      line("attachment", uuid, above, { attachment: { type, prompt: "hi", content: ["hi"] } }),
    ),
  fc
    .tuple(fc.constantFrom("enqueue", "dequeue", "remove", "popAll"), words)
    .map(([operation, content]) => note("queue-operation", { operation, content })),
  fc
    .constantFrom("custom-title", "ai-title", "tag", "mode", "relocated")
    .map((type) => note(type, { customTitle: "x", aiTitle: "y", tag: "z", relocatedCwd: "/w" })),
);

const lines = fc
  .array(aLine, { minLength: 1, maxLength: 24 })
  .map((some) => some.map((value, at) => marked(value, `<${at}>`)));

/** A line with a field that we do not know, around its message and in it. */
function marked(value: JsonObject, at: string): JsonObject {
  const message = value["message"] as JsonObject | undefined;
  return { ...value, at, ...(message && { message: { ...message, in: at } }) };
}

function told(file: string, bytes: Buffer): Told[] {
  writeFileSync(file, bytes);
  try {
    return [...tell(file)];
  } catch (error) {
    if (error instanceof NotASessionError) return [];
    throw error;
  }
}

function entriesOf(all: readonly Told[]) {
  return all.flatMap((one) => ("entry" in one ? [one.entry] : []));
}

test("every entry is valid, and has an id of its own", () => {
  const file = write(Buffer.alloc(0));
  fc.assert(
    fc.property(lines, (some) => {
      const entries = entriesOf(told(file, bytesOf(some)));
      expect(entries.flatMap((entry) => validateEntry(entry))).toEqual([]);
      expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    }),
  );
});

test("every line is told, or is reported", () => {
  const file = write(Buffer.alloc(0));
  fc.assert(
    fc.property(lines, (some) => {
      const all = told(file, bytesOf([says("root", null), ...some]));
      const text = JSON.stringify(entriesOf(all));
      const reported = all.filter((one) => "damage" in one && one.damage.kind === "duplicate-id").length;
      const seen = some.filter(
        ({ at, message }) =>
          text.includes(`"at":${JSON.stringify(at)}`) &&
          (message === undefined || text.includes(`"in":${JSON.stringify(at)}`)),
      );
      expect(seen.length + reported).toBeGreaterThanOrEqual(some.length);
    }),
  );
});

test("what APIs get of every branch is accepted", () => {
  const file = write(Buffer.alloc(0));
  const targets = TARGETS.filter(({ name }) => name === "anthropic" || name === "openai-chat (openai)");
  fc.assert(
    fc.property(lines, (some) => {
      writeFileSync(file, bytesOf([says("root", null), ...some]));
      const { log, branches } = readFile(file);
      for (const leaf of branches) {
        const projection = project(log.path(leaf));
        for (const target of targets)
          expect(refusals(target, projection, { model: "claude-sonnet-4-5" })).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});

test("bytes that are cut or hit anywhere never throw, and cost what was hit", () => {
  const file = write(Buffer.alloc(0));
  const hit = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 6 }), cut: fc.nat() });
  fc.assert(
    fc.property(lines, hit, (some, { at, bytes, cut }) => {
      const whole = bytesOf(some);
      const broken = Buffer.concat([
        whole.subarray(0, at % whole.length),
        bytes,
        whole.subarray((at + cut) % whole.length),
      ]);
      expect(entriesOf(told(file, broken)).flatMap((entry) => validateEntry(entry))).toEqual([]);
    }),
  );
});

test("random bytes never throw", () => {
  const file = write(Buffer.alloc(0));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void told(file, Buffer.from(bytes))));
});

/** What is told of lines, and how much of it before the end is known. */
function telling(some: readonly JsonObject[]) {
  const one = new Telling({ sessionId: "s", cwd: "/w", isSubagent: false, stored: () => undefined });
  const settled = some.flatMap((value, offset) => one.take({ value, offset, length: 1 }));
  return { settled, all: [...settled, ...one.end()] };
}

test("a log that has grown tells the same and then more; what was open has the same ids", () => {
  fc.assert(
    fc.property(lines, fc.nat(), (some, cut) => {
      const before = telling(some.slice(0, cut % (some.length + 1)));
      const after = telling(some);
      expect(after.settled.slice(0, before.settled.length)).toEqual(before.settled);
      const ids = new Set(entriesOf(after.all).map((entry) => entry.id));
      const nodes = entriesOf(before.all).filter(({ type }) => !isAnnotation(type));
      expect(nodes.filter((entry) => !ids.has(entry.id))).toEqual([]);
    }),
  );
});
