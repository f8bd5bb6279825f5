import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { conversation } from "../../src/dialects/opencode/conversation.ts";
import { asMessage } from "../../src/dialects/opencode/newer-records.ts";
import { opencode } from "../../src/dialects/opencode/opencode.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { temporaryFolder } from "../support/store.ts";
import { exported, session, user, writeDatabase } from "./opencode-store.ts";
import { readForeign, toldBy } from "./read-foreign.ts";

const id = fc.constantFrom("msg_1", "msg_2", "msg_3", "msg_4");
const text = fc.constantFrom("", "one", "two", "\u2028");
const odd = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const flag = fc.oneof(fc.boolean(), odd);
const object = fc.dictionary(fc.string(), odd);

const part = fc.oneof(
  fc.record(
    { type: fc.constantFrom("text", "reasoning"), text, synthetic: flag, ignored: flag },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record({
    type: fc.constant("tool"),
    callID: fc.constantFrom("c1", "c2"),
    tool: fc.constant("bash"),
    state: fc.record(
      {
        status: fc.constantFrom("pending", "running", "completed", "error"),
        input: odd,
        output: fc.oneof(text, odd),
        error: fc.oneof(text, odd),
        attachments: odd,
      },
      { requiredKeys: ["status"] },
    ),
  }),
  fc.record({
    type: fc.constantFrom("step-start", "step-finish", "compaction", "file", "patch"),
    tokens: odd,
    cost: odd,
    tail_start_id: id,
  }),
  object,
) as fc.Arbitrary<JsonObject>;

const info = fc.record(
  {
    role: fc.oneof(fc.constantFrom("user", "assistant"), odd),
    modelID: fc.oneof(text, odd),
    providerID: fc.oneof(text, odd),
    tokens: odd,
    cost: odd,
    finish: fc.oneof(fc.constantFrom("stop", "tool-calls"), odd),
    error: fc.oneof(fc.record({ name: text }), odd),
    summary: flag,
    time: fc.oneof(fc.record({ created: fc.oneof(fc.nat(), fc.double()) }), odd),
  },
  { requiredKeys: ["role"] },
) as fc.Arbitrary<JsonObject>;

const message = fc.record({ id, info, parts: fc.array(part, { maxLength: 5 }) });
const revert = fc.oneof(
  fc.record({ messageID: id }),
  fc.record({ messageID: id, partID: fc.constant("prt_msg_1_01") }),
  odd,
);
const stored = fc
  .record({
    messages: fc.array(message, { maxLength: 8 }),
    more: fc.record({ revert, title: odd, directory: odd, parentID: odd }, { requiredKeys: [] }),
  })
  .map(({ messages, more }) => session(messages, more));

const runs = { numRuns: 80 };

test("whatever a session holds, it is told as valid entries, and every leaf is a request that APIs accept", () => {
  const file = join(temporaryFolder(), "export.json");
  fc.assert(
    fc.property(stored, (one) => {
      writeFileSync(file, JSON.stringify(exported(one)));
      toldBy(opencode, { file });
      readForeign(opencode, { file });
    }),
    runs,
  );
});

test("whatever bytes stand in an export, and wherever it is cut, it is told or reported", () => {
  const file = join(temporaryFolder(), "export.json");
  fc.assert(
    fc.property(stored, fc.uint8Array({ maxLength: 20 }), fc.nat(), fc.nat(), (one, bytes, at, cut) => {
      const whole = JSON.stringify(exported(one));
      const place = at % whole.length;
      const mixed = Buffer.concat([
        Buffer.from(whole.slice(0, place)),
        Buffer.from(bytes),
        Buffer.from(whole.slice(place)),
      ]);
      writeFileSync(file, mixed.subarray(0, mixed.length - (cut % mixed.length)));
      toldBy(opencode, { file });
    }),
    runs,
  );
});

test("whatever a record of a newer version holds, it is told as a valid entry", () => {
  const data = fc.record(
    {
      text: fc.oneof(text, odd),
      content: fc.oneof(fc.array(fc.oneof(part, object)), odd),
      files: fc.oneof(fc.array(object), odd),
      model: odd,
      error: odd,
      summary: fc.oneof(text, odd),
      recent: odd,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>;
  const kind = fc.constantFrom("user", "synthetic", "assistant", "compaction", "shell");
  fc.assert(
    fc.property(fc.array(fc.record({ id, kind, data }), { maxLength: 4 }), (list) => {
      const content = list.flatMap((record) => {
        const known = asMessage(record);
        return known === undefined ? [] : [{ message: known }];
      });
      for (const told of conversation({ id: "ses_1", info: { title: "x" }, content }))
        if ("entry" in told) expect(validateEntry(told.entry)).toEqual([]);
    }),
    runs,
  );
});

test("a damaged database is told as far as it can be read, or is no session", () => {
  const file = join(temporaryFolder(), "opencode.db");
  const messages = Array.from({ length: 30 }, (_, at) => user(`msg_${at}`, at, "x".repeat(900)));
  writeDatabase(file, [session(messages)]);
  const sound = readFileSync(file);
  fc.assert(
    fc.property(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), (at, bytes, cut) => {
      const damaged = Buffer.from(sound);
      damaged.set(bytes.subarray(0, damaged.length - (at % damaged.length)), at % damaged.length);
      writeFileSync(file, damaged.subarray(0, damaged.length - (cut % 4 === 0 ? cut % damaged.length : 0)));
      try {
        toldBy(opencode, { file, part: "ses_1" });
      } catch (error) {
        expect(error).toBeInstanceOf(SessionTreeError);
      }
    }),
    { numRuns: 30 },
  );
});

test("a session that has grown by messages tells the same entries and more, but for what moves the leaf", () => {
  const file = join(temporaryFolder(), "export.json");
  const told = (one: ReturnType<typeof session>) => {
    writeFileSync(file, JSON.stringify(exported(one)));
    const entries = toldBy(opencode, { file }).flatMap((each) => ("entry" in each ? [each.entry] : []));
    return entries
      .filter(({ type }) => type !== "leaf" && type !== "archive")
      .map((entry) => JSON.stringify(entry));
  };
  fc.assert(
    fc.property(stored, fc.nat(), (one, length) => {
      const early = told({ ...one, messages: one.messages.slice(0, length % (one.messages.length + 1)) });
      expect(told(one).slice(0, early.length)).toEqual(early);
    }),
    runs,
  );
});
