import { z } from "zod";
import { MAX_ENTRY_ID } from "./ids.ts";
import { contentSchema, messageSchema, usageSchema } from "./messages.ts";

const entryId = z.string().min(1).max(MAX_ENTRY_ID);

const batch = z
  .looseObject({
    session: z.string(),
    id: z.string(),
    index: z.int().nonnegative(),
    size: z.int().positive(),
  })
  .meta({ id: "Batch", description: "Marks the lines of one all-or-nothing append." });

const envelope = {
  id: entryId,
  parentId: entryId.nullable(),
  timestamp: z.string(),
  batch: batch.optional(),
};

const modelRef = z.looseObject({ provider: z.string().optional(), model: z.string() });

/** The state of a session at one entry, kept in a compaction so that a reader may stop there. */
export const stateSchema = z
  .looseObject({
    model: modelRef.nullable().optional(),
    thinkingLevel: z.string().nullable().optional(),
    queue: z.array(contentSchema).optional(),
    system: z.array(messageSchema).optional(),
  })
  .meta({ id: "State" });

/** Where a compaction's line was meant to stand when it was written, and of which version the lines there were. */
const writtenSchema = z
  .looseObject({ offset: z.int().nonnegative(), version: z.int().positive() })
  .meta({ id: "Written" });

/** Every entry type of the format, by its `type`. */
export const entrySchemas = {
  message: z.looseObject({ type: z.literal("message"), ...envelope, message: messageSchema }),
  model_change: z.looseObject({
    type: z.literal("model_change"),
    ...envelope,
    model: z.string(),
    provider: z.string().optional(),
  }),
  thinking_level_change: z.looseObject({
    type: z.literal("thinking_level_change"),
    ...envelope,
    thinkingLevel: z.string(),
  }),
  compaction: z
    .looseObject({
      type: z.literal("compaction"),
      ...envelope,
      summary: z.string().optional(),
      messages: z.array(messageSchema).optional(),
      firstKeptEntryId: z.string().nullable().optional(),
      state: stateSchema.optional(),
      written: writtenSchema.optional(),
      tokensBefore: z.number().optional(),
      usage: usageSchema.optional(),
      details: z.unknown().optional(),
    })
    .refine((entry) => entry.summary !== undefined || entry.messages !== undefined, {
      message: "needs `summary` or `messages`",
    }),
  branch_summary: z.looseObject({
    type: z.literal("branch_summary"),
    ...envelope,
    fromId: z.string().nullable(),
    summary: z.string(),
    usage: usageSchema.optional(),
  }),
  context_edit: z.looseObject({
    type: z.literal("context_edit"),
    ...envelope,
    targetId: entryId,
    replacement: contentSchema.nullable(),
  }),
  custom: z.looseObject({
    type: z.literal("custom"),
    ...envelope,
    customType: z.string(),
    data: z.unknown().optional(),
  }),
  custom_message: z.looseObject({
    type: z.literal("custom_message"),
    ...envelope,
    customType: z.string(),
    content: contentSchema,
    display: z.boolean().optional(),
    details: z.unknown().optional(),
  }),
  usage: z.looseObject({
    type: z.literal("usage"),
    ...envelope,
    kind: z.string(),
    model: z.string(),
    usage: usageSchema,
  }),
  queue: z.looseObject({
    type: z.literal("queue"),
    ...envelope,
    operation: z.enum(["enqueue", "dequeue", "clear"]),
    content: contentSchema.optional(),
  }),
  label: z.looseObject({
    type: z.literal("label"),
    ...envelope,
    targetId: entryId,
    label: z.string().nullable(),
  }),
  session_info: z.looseObject({
    type: z.literal("session_info"),
    ...envelope,
    name: z.string().nullable().optional(),
    cwd: z.string().optional(),
  }),
  tag: z.looseObject({ type: z.literal("tag"), ...envelope, tag: z.string(), on: z.boolean() }),
  archive: z.looseObject({ type: z.literal("archive"), ...envelope, on: z.boolean() }),
  upgrade: z.looseObject({ type: z.literal("upgrade"), ...envelope, version: z.int().positive() }),
  leaf: z.looseObject({ type: z.literal("leaf"), ...envelope, targetId: entryId.nullable() }),
};

/** An entry of a type that this format does not define: a node, kept as it is. */
export const opaqueEntrySchema = z.looseObject({ type: z.string().min(1), ...envelope }).meta({
  id: "OpaqueEntry",
  description: "An entry of any other type; carried unchanged, never in the context.",
});

export type KnownEntryType = keyof typeof entrySchemas;
export type EntryOf<T extends KnownEntryType> = z.infer<(typeof entrySchemas)[T]>;
export type KnownEntry = { [T in KnownEntryType]: EntryOf<T> }[KnownEntryType];
export type OpaqueEntry = z.infer<typeof opaqueEntrySchema>;

/** An entry of a log: one of the known types, or an opaque one. Narrow it with `isEntry`. */
export type Entry = KnownEntry | OpaqueEntry;

export type MessageEntry = EntryOf<"message">;
export type CompactionEntry = EntryOf<"compaction">;
export type SessionState = z.infer<typeof stateSchema>;
export type Written = z.infer<typeof writtenSchema>;
export type ModelRef = z.infer<typeof modelRef>;
export type Batch = z.infer<typeof batch>;
