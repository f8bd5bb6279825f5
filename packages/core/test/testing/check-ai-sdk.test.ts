import { type ModelMessage, modelMessageSchema } from "ai";
import { expect, test } from "vitest";
import { checkAiSdk } from "../../src/testing/check-ai-sdk.ts";
import { HALF, type InvalidRow, PNG, testTable, type ValidRows } from "./table.ts";

type Assistant = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>;
type Part = Assistant[number];

const hello = { role: "user", content: "Hello" } as const;
const image = { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } } as const;
const thinking: Part = {
  type: "reasoning",
  text: "Hm.",
  providerOptions: { anthropic: { signature: "EqQB" } },
};

function call(toolCallId: string, more: object = {}): Part {
  return { type: "tool-call", toolCallId, toolName: "bash", input: { command: "ls" }, ...more };
}

function says(...content: Part[]): ModelMessage {
  return { role: "assistant", content };
}

function result(
  toolCallId: string,
  output: unknown = { type: "text", value: "done" },
  toolName = "bash",
): ModelMessage {
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: output as never }] };
}

const text = (value: string) => ({ type: "text", text: value }) as const;

const valid: ValidRows<{ messages: ModelMessage[]; allowSystemInMessages?: boolean }, undefined> = {
  plain: { messages: [hello, says(text("Hi")), hello, { role: "assistant", content: "Bye" }] },
  "system messages, where they are allowed": {
    allowSystemInMessages: true,
    messages: [{ role: "system", content: "Be brief." }, hello],
  },
  "a tool loop with parallel calls": {
    messages: [
      hello,
      says(text("Let me see."), call("a"), call("b")),
      result("b"),
      result("a"),
      says(call("c")),
      result("c"),
    ],
  },
  "a tool of the provider": {
    messages: [
      hello,
      says(
        call("a", { providerExecuted: true }),
        { type: "tool-result", toolCallId: "a", toolName: "bash", output: { type: "json", value: 1 } },
        text("so"),
      ),
    ],
  },
  thinking: { messages: [hello, says(thinking, call("a")), result("a")] },
  images: {
    messages: [
      {
        role: "user",
        content: [text("What is this?"), image, { type: "file", mediaType: "image", data: PNG }],
      },
      says(call("a")),
      result("a", { type: "content", value: [text("a picture"), image] }),
    ],
  },
  errors: { messages: [hello, says(call("a")), result("a", { type: "error-text", value: "no" })] },
  bytes: {
    messages: [
      { role: "user", content: [{ type: "file", mediaType: "image/png", data: new Uint8Array([1]) }] },
    ],
  },
};

const invalid: readonly InvalidRow<undefined>[] = [
  ["error unanswered-call", "A6 MissingToolResultsError", { messages: [hello, says(call("a")), hello] }],
  ["error unanswered-call", "A6 MissingToolResultsError", { messages: [hello, says(call("a"))] }],
  ["error orphan-result", "A6 orphans go out to every provider", { messages: [hello, result("a")] }],
  [
    "error duplicate-result",
    "A6 duplicates go out too",
    { messages: [hello, says(call("a")), result("a"), result("a")] },
  ],
  ["warn result-too-late", "D", { messages: [hello, says(call("a")), says(text("so")), result("a")] }],
  ["error duplicate-call-id", "D", { messages: [hello, says(call("a"), call("a")), result("a")] }],
  [
    "warn repeated-call-id",
    "D same id in two turns",
    { messages: [hello, says(call("a")), result("a"), hello, says(call("a")), result("a")] },
  ],
  [
    "warn result-mismatch",
    "conservative",
    { messages: [hello, says(call("a")), result("a", undefined, "read")] },
  ],
  ["warn bad-call-id", "D functions.bash:0", { messages: [hello, says(call("bash:0")), result("bash:0")] }],
  [
    "warn bad-tool-name, warn result-mismatch",
    "A1.10",
    { messages: [hello, says(call("a", { toolName: "mcp.ls" })), result("a")] },
  ],
  [
    "warn input-not-object",
    "D string input reaches Gemini",
    { messages: [hello, says(call("a", { input: "ls" })), result("a")] },
  ],
  ["warn blank-text", "D blank text reaches Anthropic", { messages: [{ role: "user", content: " " }] }],
  [
    "warn blank-text",
    "D blank text reaches Anthropic",
    { messages: [{ role: "user", content: [text("")] }] },
  ],
  [
    "warn error-result-empty",
    "D empty error text reaches Anthropic",
    { messages: [hello, says(call("a")), result("a", { type: "error-text", value: "" })] },
  ],
  ["warn empty-content", "D", { messages: [hello, says(), hello] }],
  [
    "warn thinking-unsigned",
    "D reasoning without metadata",
    { messages: [hello, says({ type: "reasoning", text: "Hm." }, text("a"))] },
  ],
  ["warn thinking-last", "A1.19", { messages: [hello, says(thinking), hello] }],
  [
    "error system-in-messages",
    "ai 7 standardizePrompt",
    { messages: [{ role: "system", content: "s" }, hello] },
  ],
  [
    "warn system-not-first",
    "A6 UnsupportedFunctionalityError",
    { messages: [hello, { role: "system", content: "s" }], allowSystemInMessages: true },
  ],
  [
    "warn deprecated-part",
    "A6 image parts",
    { messages: [{ role: "user", content: [{ type: "image", image: PNG }] }] },
  ],
  [
    "warn deprecated-part",
    "A6 v6 used image-data",
    {
      messages: [
        hello,
        says(call("a")),
        result("a", { type: "content", value: [{ type: "image-data", mediaType: "image/png", data: PNG }] }),
      ],
    },
  ],
  ["error bad-base64", "types", { messages: [{ role: "user", content: [{ ...image, data: "a-b_" }] }] }],
  [
    "error empty-data",
    "types",
    { messages: [{ role: "user", content: [{ ...image, data: { type: "data", data: "" } }] }] },
  ],
  ["error bad-mime-type", "types", { messages: [{ role: "user", content: [{ ...image, mediaType: "" }] }] }],
  [
    "error unknown-type",
    "A6 the kinds of output",
    { messages: [hello, says(call("a")), result("a", { type: "media" })] },
  ],
  ["error bad-role", "A6 InvalidPromptError", { messages: [{ role: "toolResult", content: "a" }] }],
  ["error unknown-field", "types", { messages: [{ ...hello, timestamp: 1 }] }],
  ["error missing-field", "A6 InvalidPromptError", { messages: [{ role: "user" }] }],
  ["error wrong-type", "A6 InvalidPromptError", { messages: [{ role: "user", content: 1 }] }],
  ["error unpaired-surrogate", "A1.28", { messages: [{ role: "user", content: HALF }] }],
  ["warn nul-character", "conservative", { messages: [{ role: "user", content: "\u0000a" }] }],
  ["error empty", "A6 InvalidPromptError", { messages: [] }],
];

testTable("ai-sdk", checkAiSdk, valid, invalid);

test.each(Object.entries(valid))("the SDK's own schema takes: %s", (_, row) => {
  const { messages } = row as { messages: ModelMessage[] };
  for (const message of messages) expect(modelMessageSchema.safeParse(message).error).toBeUndefined();
});
