import * as z from "zod/mini";
import { MAX_ENTRY_ID } from "./ids.ts";
import { messageSchemas } from "./messages.ts";
import { once } from "./once.ts";

/** The schemas of all entries: of the known types, by their `type`, and of any other. */
export const entrySchemas = once(() => {
  const { content, message, usage } = messageSchemas();
  const entryId = z.string().check(z.minLength(1), z.maxLength(MAX_ENTRY_ID));

  const batch = z
    .looseObject({
      session: z.string(),
      id: z.string(),
      index: z.int().check(z.nonnegative()),
      size: z.int().check(z.positive()),
    })
    .register(z.globalRegistry, {
      id: "Batch",
      description: "Marks the lines of one all-or-nothing append.",
    });

  const envelope = {
    id: entryId,
    parentId: z.nullable(entryId),
    timestamp: z.string(),
    batch: z.optional(batch),
  };

  const modelRef = z.looseObject({ provider: z.optional(z.string()), model: z.string() });

  /** The state of a session at one entry, kept in a compaction so that a reader may stop there. */
  const state = z
    .looseObject({
      model: z.optional(z.nullable(modelRef)),
      thinkingLevel: z.optional(z.nullable(z.string())),
      queue: z.optional(z.array(content)),
      system: z.optional(z.array(message)),
    })
    .register(z.globalRegistry, { id: "State" });

  /** Where a compaction's line was meant to stand when it was written, and of which version the lines there were. */
  const written = z
    .looseObject({ offset: z.int().check(z.nonnegative()), version: z.int().check(z.positive()) })
    .register(z.globalRegistry, { id: "Written" });

  /** Every entry type of the format, by its `type`. */
  const known = {
    message: z.looseObject({ type: z.literal("message"), ...envelope, message }),
    model_change: z.looseObject({
      type: z.literal("model_change"),
      ...envelope,
      model: z.string(),
      provider: z.optional(z.string()),
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
        summary: z.optional(z.string()),
        messages: z.optional(z.array(message)),
        firstKeptEntryId: z.optional(z.nullable(z.string())),
        state: z.optional(state),
        written: z.optional(written),
        tokensBefore: z.optional(z.number()),
        usage: z.optional(usage),
        details: z.optional(z.unknown()),
      })
      .check(
        z.refine((entry) => entry.summary !== undefined || entry.messages !== undefined, {
          error: "needs `summary` or `messages`",
        }),
      ),
    branch_summary: z.looseObject({
      type: z.literal("branch_summary"),
      ...envelope,
      fromId: z.nullable(z.string()),
      summary: z.string(),
      usage: z.optional(usage),
    }),
    context_edit: z.looseObject({
      type: z.literal("context_edit"),
      ...envelope,
      targetId: entryId,
      replacement: z.nullable(content),
    }),
    custom: z.looseObject({
      type: z.literal("custom"),
      ...envelope,
      customType: z.string(),
      data: z.optional(z.unknown()),
    }),
    custom_message: z.looseObject({
      type: z.literal("custom_message"),
      ...envelope,
      customType: z.string(),
      content,
      display: z.optional(z.boolean()),
      details: z.optional(z.unknown()),
    }),
    usage: z.looseObject({
      type: z.literal("usage"),
      ...envelope,
      kind: z.string(),
      model: z.string(),
      usage,
    }),
    queue: z.looseObject({
      type: z.literal("queue"),
      ...envelope,
      operation: z.enum(["enqueue", "dequeue", "clear"]),
      content: z.optional(content),
    }),
    label: z.looseObject({
      type: z.literal("label"),
      ...envelope,
      targetId: entryId,
      label: z.nullable(z.string()),
    }),
    session_info: z.looseObject({
      type: z.literal("session_info"),
      ...envelope,
      name: z.optional(z.nullable(z.string())),
      cwd: z.optional(z.string()),
    }),
    tag: z.looseObject({ type: z.literal("tag"), ...envelope, tag: z.string(), on: z.boolean() }),
    archive: z.looseObject({ type: z.literal("archive"), ...envelope, on: z.boolean() }),
    upgrade: z.looseObject({ type: z.literal("upgrade"), ...envelope, version: z.int().check(z.positive()) }),
    leaf: z.looseObject({ type: z.literal("leaf"), ...envelope, targetId: z.nullable(entryId) }),
  };

  /** An entry of a type that this format does not define: a node, kept as it is. */
  const opaque = z
    .looseObject({ type: z.string().check(z.minLength(1)), ...envelope })
    .register(z.globalRegistry, {
      id: "OpaqueEntry",
      description: "An entry of any other type; carried unchanged, never in the context.",
    });
  return { known, opaque, state, written, modelRef, batch };
});

type Schemas = ReturnType<typeof entrySchemas>;

export type KnownEntryType = keyof Schemas["known"];
export type EntryOf<T extends KnownEntryType> = z.infer<Schemas["known"][T]>;
export type KnownEntry = { [T in KnownEntryType]: EntryOf<T> }[KnownEntryType];
export type OpaqueEntry = z.infer<Schemas["opaque"]>;

/** An entry of a log: one of the known types, or an opaque one. Narrow it with `isEntry`. */
export type Entry = KnownEntry | OpaqueEntry;

export type MessageEntry = EntryOf<"message">;
export type CompactionEntry = EntryOf<"compaction">;
export type SessionState = z.infer<Schemas["state"]>;
export type Written = z.infer<Schemas["written"]>;
export type ModelRef = z.infer<Schemas["modelRef"]>;
export type Batch = z.infer<Schemas["batch"]>;
