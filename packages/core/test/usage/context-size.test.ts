import { expect, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import { contextSize } from "../../src/usage/context-size.ts";
import { pathOf, system, user, type Body } from "../projection/build.ts";

/** 35 characters are 10 tokens. */
const TEN = "x".repeat(35);
const SIZE = { inputTokens: 100, cacheReadTokens: 1000, cacheWriteTokens: 200, outputTokens: 50 };

function answer(fields: object = {}): Body {
  const message = { role: "assistant", content: TEN, provider: "p", model: "m", usage: SIZE, ...fields };
  return { type: "message", message };
}

function sizeOf(...bodies: Body[]) {
  return contextSize(project(pathOf(...bodies), { ending: "as-is" }));
}

test("the last answer's own count, and an estimate of what follows", () => {
  expect(sizeOf(user(TEN), answer())).toEqual({ tokens: 1350, estimated: 0 });
  expect(sizeOf(user(TEN), answer(), user(TEN))).toEqual({ tokens: 1360, estimated: 10 });
});

test("without a count all is estimated", () => {
  expect(sizeOf()).toEqual({ tokens: 0, estimated: 0 });
  expect(sizeOf(system(TEN), user(TEN), answer({ usage: undefined }))).toEqual({ tokens: 30, estimated: 30 });
  expect(sizeOf(user(TEN), answer({ usage: {} }))).toEqual({ tokens: 20, estimated: 20 });
});

test("an answer that failed says nothing; one before it does", () => {
  const failed = answer({ stopReason: "aborted", usage: { inputTokens: 7 } });
  expect(sizeOf(user(TEN), answer(), user(TEN), failed)).toEqual({ tokens: 1370, estimated: 20 });
});

test("a response of several steps says how large its context is", () => {
  const stepped = answer({ usage: { ...SIZE, contextTokens: 700 } });
  expect(sizeOf(user(TEN), stepped)).toEqual({ tokens: 700, estimated: 0 });
});

test("another model counts differently; the same one again does not", () => {
  const other: Body = { type: "model_change", model: "n", provider: "p" };
  const back: Body = { type: "model_change", model: "m", provider: "p" };
  expect(sizeOf(user(TEN), answer(), other)).toEqual({ tokens: 20, estimated: 20 });
  expect(sizeOf(user(TEN), answer(), other, back)).toEqual({ tokens: 1350, estimated: 0 });
  const elsewhere: Body = { type: "model_change", model: "m", provider: "q" };
  expect(sizeOf(user(TEN), answer(), elsewhere)).toEqual({ tokens: 20, estimated: 20 });
  const unnamed = answer({ provider: undefined });
  expect(sizeOf(user(TEN), unnamed, back)).toEqual({ tokens: 1350, estimated: 0 });
});

test("a compaction makes counts before it void", () => {
  const compaction: Body = { type: "compaction", summary: "s", firstKeptEntryId: "e0" };
  const kept = sizeOf(user(TEN), answer(), compaction);
  expect(kept.tokens).toBe(kept.estimated);
  expect(sizeOf(user(TEN), answer(), compaction, user(TEN), answer())).toEqual({
    tokens: 1350,
    estimated: 0,
  });
  const { message } = answer() as unknown as { message: object };
  const replaced: Body = { type: "compaction", messages: [message], firstKeptEntryId: null };
  expect(sizeOf(user(TEN), answer(), replaced)).toEqual({ tokens: 10, estimated: 10 });
});

test("an edit makes the counts behind its target void", () => {
  const edit: Body = { type: "context_edit", targetId: "e2", replacement: null };
  expect(sizeOf(user(TEN), answer(), user(TEN), edit)).toEqual({ tokens: 1350, estimated: 0 });
  const two = sizeOf(user(TEN), answer(), user(TEN), answer({ usage: { inputTokens: 9999 } }), edit);
  // The two turns now meet, so a constant text stands between them.
  expect(two).toEqual({ tokens: 1363, estimated: 13 });
});
