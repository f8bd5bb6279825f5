import { ChatMessages$outboundSchema } from "@openrouter/sdk/models/chatmessages";
import { InputsUnion$outboundSchema } from "@openrouter/sdk/models/inputsunion";
import { MessagesMessageParam$outboundSchema } from "@openrouter/sdk/models/messagesmessageparam";
import { System$outboundSchema } from "@openrouter/sdk/models/messagesrequest";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { Projection } from "../../../src/projection/types.ts";
import type { RenderOptions } from "../../../src/projection/wire/render-options.ts";
import { everyKind } from "../every-kind.ts";
import { anyWirePath, renderOptions } from "../random-wire.ts";

/** `pnpm test:long` asks for many more. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 300);
const timeout = 20_000 + numRuns * 100;

interface Outbound {
  /** The wire form of a value in the SDK's own words; throws on one that does not fit. */
  parse(value: unknown): unknown;
}

/** A part of a rendering, and the schema that the SDK has for it. */
type Piece = readonly [schema: Outbound, value: unknown];

const targets: {
  name: string;
  pieces(this: void, projection: Projection, options: RenderOptions): Piece[];
}[] = [
  {
    name: "anthropic",
    pieces: (projection, options) => {
      const { system, messages } = render.anthropic(projection, { ...options, cacheBreakpoints: 4 });
      const all = messages.map((message): Piece => [MessagesMessageParam$outboundSchema, message]);
      return system === undefined ? all : [[System$outboundSchema, system], ...all];
    },
  },
  ...(["openai", "mistral"] as const).map((flavor) => ({
    // Not `deepseek`: OpenRouter does not know its `reasoning_content`.
    name: `openai-chat (${flavor})`,
    pieces: (projection: Projection, options: RenderOptions) =>
      render
        .openaiChat(projection, { ...options, flavor })
        .messages.map((message): Piece => [ChatMessages$outboundSchema, message]),
  })),
  {
    name: "openai-responses",
    pieces: (projection, options) => {
      const { input } = render.openaiResponses(projection, options);
      return [[InputsUnion$outboundSchema, input]];
    },
  },
];

describe.each(targets)("OpenRouter's SDK for $name", ({ pieces }) => {
  it("knows every field of a rendering", { timeout }, () => {
    fc.assert(
      fc.property(anyWirePath, renderOptions, (path, options) => {
        for (const [schema, value] of pieces(project(path), options))
          // What the schema does not know it leaves out.
          expect(schema.parse(inWordsOfSdk(value))).toEqual(value);
      }),
      { numRuns },
    );
  });

  it("would have told of a field that leaks", () => {
    for (const [schema, value] of pieces(project(everyKind()), {})) {
      const [leaking] = Array.isArray(value) ? value : [value];
      const leaked = { ...(leaking as object), entryId: "e0" };
      expect(schema.parse(inWordsOfSdk(Array.isArray(value) ? [leaked] : leaked))).not.toHaveProperty(
        Array.isArray(value) ? [0, "entryId"] : "entryId",
      );
    }
  });
});

/** The value with names as the SDK has them, `toolUseId` for `tool_use_id`; a tool's input has names of its own. */
function inWordsOfSdk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWordsOfSdk);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      camelCase(key),
      key === "input" ? inner : inWordsOfSdk(inner),
    ]),
  );
}

function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
