import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gemini } from "../../src/dialects/gemini/gemini.ts";
import type { Told } from "../../src/dialects/translation.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { temporaryFolder } from "../support/store.ts";
import { HEADER } from "./gemini-chat.ts";
import { readForeign, toldBy } from "./read-foreign.ts";

const id = fc.constantFrom("m1", "m2", "m3", "m4", "m5");
const callId = fc.constantFrom("c1", "c2", "c3");
const text = fc.constantFrom("", "one", "two", "/help", "<session_context>", "a\u2028b");
const odd = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;

const part = fc.oneof(
  fc.record({ text }),
  fc.record({ text, thought: fc.constant(true), thoughtSignature: fc.constant("c2ln") }),
  fc.record({
    functionCall: fc.record(
      { id: callId, name: fc.constant("ls"), args: fc.constant({}) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    functionResponse: fc.record({ id: callId, response: fc.record({ output: text }) }, { requiredKeys: [] }),
  }),
  odd,
);

const toolCall = fc.record(
  {
    id: callId,
    name: fc.constant("ls"),
    args: odd,
    status: fc.constantFrom("success", "error", "cancelled", "executing"),
    result: fc.oneof(fc.constant(null), text, fc.array(part, { maxLength: 2 })),
  },
  { requiredKeys: ["status"] },
);

const message = fc.record(
  {
    id,
    timestamp: fc.constantFrom("2026-01-01T00:00:00.000Z", "", "never"),
    type: fc.constantFrom("user", "gemini", "info"),
    content: fc.oneof(text, fc.array(part, { maxLength: 3 }), odd),
    toolCalls: fc.oneof(fc.array(toolCall, { maxLength: 3 }), odd),
    tokens: fc.oneof(fc.record({ input: fc.nat(9), output: fc.nat(9), cached: fc.nat(9) }), odd),
    thoughts: fc.oneof(fc.array(fc.record({ subject: text, description: text }), { maxLength: 2 }), odd),
    model: fc.oneof(fc.constant("gemini-test"), odd),
  },
  { requiredKeys: ["id", "type"] },
) as fc.Arbitrary<JsonObject>;

const record: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: message },
  { weight: 1, arbitrary: fc.record({ $rewindTo: id }) },
  { weight: 1, arbitrary: fc.record({ $set: fc.record({ messages: fc.array(message, { maxLength: 5 }) }) }) },
  { weight: 1, arbitrary: fc.record({ $set: fc.record({ summary: text, lastUpdated: text }) }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), odd) },
);

const records = fc.array(record, { maxLength: 14 }).map((list) => [HEADER, ...list]);
const runs = { numRuns: 80 };

function linesOf(list: readonly JsonObject[]): string {
  return list.map((one) => `${JSON.stringify(one)}\n`).join("");
}

test("whatever a chat holds, it is told as valid entries, and every leaf is a request that APIs accept", () => {
  const file = join(temporaryFolder(), "session-x.jsonl");
  fc.assert(
    fc.property(records, (list) => {
      writeFileSync(file, linesOf(list));
      toldBy(gemini, { file });
      readForeign(gemini, { file });
    }),
    runs,
  );
});

test("whatever bytes stand in a file, and wherever they are cut, it is told or reported", () => {
  const folder = temporaryFolder();
  const noise = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.string({ unit: "binary", maxLength: 40 }));
  fc.assert(
    fc.property(
      records,
      noise,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(".json", ".jsonl"),
      (list, bytes, at, cut, end) => {
        const whole = end === ".json" ? JSON.stringify({ ...HEADER, messages: list }) : linesOf(list);
        const place = at % (whole.length + 1);
        const mixed = Buffer.concat([
          Buffer.from(whole.slice(0, place)),
          Buffer.from(bytes),
          Buffer.from(whole.slice(place)),
        ]);
        const file = join(folder, `session-x${end}`);
        writeFileSync(file, mixed.subarray(0, mixed.length - (cut % (mixed.length + 1))));
        toldBy(gemini, { file });
      },
    ),
    runs,
  );
});

test("a bad line between two others costs nothing else", () => {
  const file = join(temporaryFolder(), "session-x.jsonl");
  fc.assert(
    fc.property(
      records,
      fc.nat(),
      fc.constantFrom('{"id":"m9","type":"us', "\0\0\0", "[]", "x"),
      (list, at, bad) => {
        writeFileSync(file, linesOf(list));
        const sound = toldBy(gemini, { file });
        const lines = linesOf(list).split("\n").slice(0, -1);
        lines.splice(1 + (at % lines.length), 0, bad);
        writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
        const told = toldBy(gemini, { file });
        expect(told.filter((one) => "damage" in one)).toHaveLength(1);
        expect(bodies(told)).toEqual(bodies(sound));
      },
    ),
    runs,
  );
});

test("a chat that has grown tells the same and more, but for the message that was the last one", () => {
  const file = join(temporaryFolder(), "session-x.jsonl");
  fc.assert(
    fc.property(records, fc.nat(), (list, length) => {
      writeFileSync(file, linesOf(list));
      const all = toldBy(gemini, { file }).map((one) => JSON.stringify(one));
      const some = list.slice(0, 1 + (length % list.length));
      writeFileSync(file, linesOf(some));
      const early = toldBy(gemini, { file }).map((one) => JSON.stringify(one));
      // One message waits at most: an entry, and its results.
      const last = some.findLast((one) => "type" in one || "$set" in one);
      const waiting = 1 + 3 + JSON.stringify(last ?? {}).split("functionResponse").length;
      const same = early.findIndex((one, index) => one !== all[index]);
      expect(same === -1 || early.length - same <= waiting).toBe(true);
    }),
    runs,
  );
});

/** What was told, without the ids that are made of places. */
function bodies(told: readonly Told[]): string[] {
  return told.flatMap((one) => {
    if (!("entry" in one)) return [];
    const {
      id: _,
      parentId: _parent,
      targetId: _target,
      firstKeptEntryId: _kept,
      ...body
    } = one.entry as JsonObject;
    return [JSON.stringify(body).replaceAll(/v1-[0-9a-f]{16}/g, "")];
  });
}
