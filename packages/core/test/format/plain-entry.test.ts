import fc from "fast-check";
import { expect, test } from "vitest";
import { entrySchemas } from "../../src/format/entries.ts";
import { isPlainEntry } from "../../src/format/plain-entry.ts";

const odd = fc.constantFrom<unknown>(undefined, null, "", "x", 7, -1, Infinity, true, [], {}, ["x"], {
  type: "text",
});

/** A record whose values are mostly what they should be. */
function mostly(fields: Record<string, unknown[]>) {
  const arbitraries = Object.entries(fields).map(([key, values]) => [
    key,
    fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, odd),
  ]);
  return fc.record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<unknown>>);
}

const block = fc.oneof(
  mostly({ type: ["text"], text: ["a", ""], signature: [undefined, "s"] }),
  mostly({ type: ["image"], mimeType: ["image/png"], data: ["AA=="] }),
  mostly({ type: ["thinking"], thinking: ["t"], signature: [undefined, "s"], redacted: [undefined, true] }),
  mostly({ type: ["toolCall"], id: ["c"], name: ["bash"], input: [{}, { a: 1 }], signature: [undefined] }),
  mostly({ type: ["blob", "video"], sha256: ["0".repeat(64)], bytes: [1], mimeType: ["x"], of: ["text"] }),
);
const content = fc.oneof(fc.constant("text"), fc.array(block, { maxLength: 3 }), odd);
const usage = fc.oneof(
  mostly({ inputTokens: [1, 0], outputTokens: [2], cost: [0.5], contextTokens: [undefined] }),
  odd,
);
const message = fc
  .tuple(
    content,
    usage,
    mostly({
      role: ["system", "user", "assistant", "toolResult"],
      model: ["m", undefined],
      stopReason: ["stop", "toolUse", undefined],
      responseId: [undefined, "r"],
      toolCallId: ["c"],
      toolName: ["bash", undefined],
      isError: [undefined, true],
    }),
  )
  .map(([own, used, rest]) => ({ ...rest, content: own, usage: used }));
const state = fc.oneof(
  mostly({
    model: [null, { model: "m" }],
    thinkingLevel: [null, "high"],
    queue: [[], ["x"]],
    system: [[], [{ role: "system", content: "s" }]],
  }),
  odd,
);
const written = fc.oneof(mostly({ offset: [0, 7], version: [2] }), odd);
const bodies: Record<string, fc.Arbitrary<object>> = {
  message: fc.oneof({ weight: 12, arbitrary: message }, odd).map((own) => ({ message: own })),
  compaction: fc
    .tuple(
      mostly({ summary: ["s"], messages: [undefined], firstKeptEntryId: [null, "a"], tokensBefore: [3] }),
      state,
      written,
      usage,
    )
    .map(([own, stateThere, mark, used]) => ({ ...own, state: stateThere, written: mark, usage: used })),
  leaf: mostly({ targetId: ["a", null] }),
  label: mostly({ targetId: ["a"], label: ["x", null] }),
  model_change: mostly({ model: ["m"], provider: ["p", undefined] }),
};
const envelope = mostly({ id: ["a"], parentId: ["b", null], timestamp: ["t"], batch: [undefined] });

test.each(Object.entries(bodies))("a plain %s fits the schema", (type, body) => {
  let plain = 0;
  fc.assert(
    fc.property(envelope, body, (around, own) => {
      const value = { ...around, type, ...own };
      if (!isPlainEntry(value)) return;
      plain++;
      expect(validateBySchema(value)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(50);
});

function validateBySchema(value: { type: string }): boolean {
  return entrySchemas().known[value.type as "message"].safeParse(value).success;
}
