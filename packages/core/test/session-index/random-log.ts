import fc from "fast-check";
import { header, time } from "./index-folder.ts";

/** What is written next: whole lines, or a piece of one. */
export type Step =
  | { readonly kind: "append"; readonly text: string }
  | { readonly kind: "truncate" | "touch" | "rewrite" };

/** Few ids, so that they repeat, and parents come late or form cycles. */
const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "6f9619ff-8b86-4011-b42d-00c04fc964ff");

const parent = fc.oneof({ weight: 6, arbitrary: id }, fc.constantFrom(null, undefined, "s", 5));

const role = fc.constantFrom("user", "assistant", "toolResult");

export const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("message"),
      message: fc.record({ role, content: fc.constantFrom("x", "y", 7) }),
    }),
  },
  fc.record({
    type: fc.constant("label"),
    targetId: fc.oneof(id, fc.constant(null)),
    label: fc.constantFrom("l", "", null, "\ud800", 7),
  }),
  fc.record({ type: fc.constant("leaf"), targetId: fc.oneof(id, fc.constantFrom(null, 7)) }),
  fc.record({ type: fc.constant("model_change"), model: fc.constantFrom("m", "n") }),
  fc.record({ type: fc.constant("session_info"), name: fc.constantFrom("n", null) }),
  fc.record({ type: fc.constant("tag"), tag: fc.constantFrom("t", "u"), on: fc.boolean() }),
  fc.record({ type: fc.constant("archive"), on: fc.boolean() }),
  fc.record({ type: fc.constant("upgrade"), version: fc.constantFrom(1, 2, 2.5, 1e300, "2", 3) }),
  fc.record({ type: fc.constant("compaction"), summary: fc.constant("z"), firstKeptEntryIndex: fc.nat(5) }),
  fc.record({ type: fc.constantFrom("unknown", "custom\ud800") }),
);

const minute = fc.nat(9).map((n) => time(n));

const entry = fc
  .tuple(
    fc.option(id, { nil: undefined, freq: 6 }),
    parent,
    fc.oneof(minute, fc.constantFrom("soon", undefined, 7)),
    body,
  )
  .map(([ownId, parentId, timestamp, { type, ...rest }]) => ({
    type,
    id: ownId,
    parentId,
    timestamp,
    ...rest,
  }));

/** Lines of one batch, all or only some of them. */
const batch = fc
  .tuple(
    fc.array(entry, { minLength: 1, maxLength: 3 }),
    fc.nat(1),
    fc.constantFrom("s", "other"),
    fc.constantFrom("b1", "b2"),
  )
  .map(([entries, missing, session, batchId]) =>
    entries
      .map((value, index) => ({
        ...value,
        batch: { session, id: batchId, index, size: entries.length + missing },
      }))
      .map((value) => `${JSON.stringify(value)}\n`)
      .join(""),
  );

const line = fc.oneof(
  { weight: 12, arbitrary: entry.map((value) => `${JSON.stringify(value)}\n`) },
  { weight: 3, arbitrary: batch },
  // Torn, and whatever comes next is glued to it.
  {
    weight: 3,
    arbitrary: fc.tuple(entry, fc.nat(120)).map(([value, length]) => JSON.stringify(value).slice(0, length)),
  },
  { weight: 1, arbitrary: entry.map((value) => JSON.stringify(value)) },
  fc.constantFrom(
    "\n",
    "\r\n",
    "\0\0\n",
    "[]\n",
    "{}\n",
    "\ufeff",
    `${header("s")}\n`,
    `${header("late", { version: 3 })}\n`,
  ),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .array(line, { minLength: 1, maxLength: 4 })
      .map((lines) => ({ kind: "append", text: lines.join("") }) as const),
  },
  fc.constantFrom({ kind: "truncate" } as const, { kind: "touch" } as const, { kind: "rewrite" } as const),
);

const start = fc.constantFrom(
  "",
  `${header("s")}\n`,
  `${header("s", { forkedFrom: "a", parentSession: "p" })}\n`,
  `${header("s", { version: 1, format: undefined })}\n`,
  `\ufeff${header("s")}\r\n`,
);

/** How a log begins, and what becomes of it; `minute` is what the clock says at each step. */
export const growingLog = fc.record({
  start,
  openTail: fc.boolean(),
  leafRule: fc.constantFrom("replay", "last"),
  steps: fc.array(fc.record({ step, minute: fc.nat(10) }), { minLength: 1, maxLength: 8 }),
});
