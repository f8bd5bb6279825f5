import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../src/format/entries.ts";
import { addUsage } from "../../src/usage/add-usage.ts";
import { mayTellUsage, responseUsage } from "../../src/usage/response-usage.ts";
import { Responses } from "../../src/usage/responses.ts";
import { startSum, sumOf, takeIn } from "../../src/usage/running-sum.ts";
import type { Usage } from "../../src/format/messages.ts";

function entry(fields: object): Entry {
  return { id: "e1", parentId: null, timestamp: "2026-01-01T10:00:00.000Z", ...fields } as unknown as Entry;
}

function answer(fields: object, envelope: object = {}): Entry {
  return entry({ type: "message", message: { role: "assistant", content: [], ...fields }, ...envelope });
}

const usage = { inputTokens: 1 };

test("who tells of usage", () => {
  const told = [
    answer({ usage, provider: "p", model: "m" }),
    entry({ type: "compaction", summary: "s", usage, provider: "p", model: "m" }),
    entry({ type: "branch_summary", fromId: null, summary: "s", usage, provider: "p", model: "m" }),
    entry({ type: "usage", kind: "title", usage, provider: "p", model: "m" }),
  ];
  for (const one of told) expect(responseUsage(one)).toMatchObject({ provider: "p", model: "m", usage });
  const silent = [
    answer({}),
    entry({ type: "message", message: { role: "user", content: "", usage } }),
    entry({ type: "hologram", usage }),
    entry({ type: "compaction", summary: "s" }),
  ];
  for (const one of silent) expect(responseUsage(one)).toBeUndefined();
});

test("what cannot tell of usage need not be read", () => {
  expect(mayTellUsage({ type: "message", role: "toolResult" })).toBe(false);
  expect(mayTellUsage({ type: "label", role: undefined })).toBe(false);
  expect(mayTellUsage({ type: "message", role: undefined })).toBe(true);
  expect(mayTellUsage({ type: "usage", role: undefined })).toBe(true);
});

test("one response: the provider's id, else the entry's id and time", () => {
  const keyOf = (one: Entry) => responseUsage(one)?.key;
  const first = answer({ usage, provider: "p", responseId: "r" });
  expect(keyOf(answer({ usage, provider: "p", responseId: "r" }, { id: "e2" }))).toBe(keyOf(first));
  expect(keyOf(answer({ usage, provider: "q", responseId: "r" }))).not.toBe(keyOf(first));
  const plain = answer({ usage, responseId: "" });
  expect(keyOf(answer({ usage }))).toBe(keyOf(plain));
  expect(keyOf(answer({ usage }, { id: "e2" }))).not.toBe(keyOf(plain));
  expect(keyOf(answer({ usage }, { timestamp: "later" }))).not.toBe(keyOf(plain));
  // No pair of ids can pass for another one.
  expect(keyOf(answer({ usage }, { id: "p", timestamp: "r" }))).not.toBe(keyOf(first));
});

const counted = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  usage: fc.record(
    { inputTokens: fc.nat(20), outputTokens: fc.nat(20), cost: fc.nat(8).map((cost) => cost / 8) },
    { requiredKeys: [] },
  ),
});

function responsesOf(list: readonly { id: number; usage: Usage }[]) {
  return list.map(({ id, usage: own }) => responseUsage(answer({ usage: own, responseId: `r${id}` }))!);
}

test("copies change nothing, in whatever order; the fullest of several counts", () => {
  const totalOf = (list: Parameters<typeof responsesOf>[0]) => {
    const responses = new Responses();
    for (const one of responsesOf(list)) responses.take(one);
    return [...responses].map((one) => one.usage).reduce(addUsage, {});
  };
  fc.assert(
    fc.property(fc.array(counted), fc.infiniteStream(fc.nat()), (list, random) => {
      const total = totalOf(list);
      const shuffled = list
        .map((one) => ({ one, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      const tokens = ({ inputTokens = 0, outputTokens = 0 }: Usage) => inputTokens + outputTokens;
      expect(tokens(totalOf([...list, ...shuffled]))).toEqual(tokens(total));
      const best = new Map<number, number>();
      for (const { id, usage: own } of list) best.set(id, Math.max(best.get(id) ?? 0, tokens(own)));
      expect(tokens(total)).toBe([...best.values()].reduce((sum, one) => sum + one, 0));
    }),
  );
});

test("a running sum that is saved and gone on with counts the same where copies stand close together", () => {
  fc.assert(
    fc.property(fc.array(fc.array(counted, { maxLength: 3 })), (groups) => {
      // Each group has ids of its own, two of them at most.
      const list = groups.flatMap((group, at) =>
        group.map(({ id, usage: own }) => ({ id: 10 * at + (id % 2), usage: own })),
      );
      const responses = new Responses();
      let sum = startSum();
      for (const one of responsesOf(list)) {
        responses.take(one);
        takeIn(sum, one);
        sum = JSON.parse(JSON.stringify(sum)) as typeof sum;
      }
      expect(sum.recent.length).toBeLessThanOrEqual(4);
      expect(sumOf(sum)).toEqual([...responses].map((one) => one.usage).reduce(addUsage, {}));
    }),
  );
});
