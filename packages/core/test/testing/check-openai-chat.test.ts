import type OpenAI from "openai";
import { checkOpenAIChat, type OpenAIChatCheckOptions } from "../../src/testing/check-openai-chat.ts";
import { HALF, type InvalidRow, PNG, testTable, type ValidRows } from "./table.ts";

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Call = OpenAI.Chat.Completions.ChatCompletionMessageFunctionToolCall;

const hello = { role: "user", content: "Hello" } as const;
const image = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } } as const;

function call(id: string, name = "bash", input = '{"command":"ls"}'): Call {
  return { id, type: "function", function: { name, arguments: input } };
}

function calls(...tool_calls: Call[]): Message {
  return { role: "assistant", content: null, tool_calls };
}

function result(id: string, content = "done"): Message {
  return { role: "tool", tool_call_id: id, content };
}

const valid: ValidRows<{ messages: (Message & { reasoning_content?: string })[] }, OpenAIChatCheckOptions> = {
  plain: {
    messages: [{ role: "system", content: "Be brief." }, hello, { role: "assistant", content: "Hi" }, hello],
  },
  "a tool loop with parallel calls": {
    messages: [
      { role: "developer", content: [{ type: "text", text: "Be brief." }] },
      hello,
      { role: "assistant", content: "", tool_calls: [call("a"), call("b")] },
      result("b"),
      result("a", ""),
      calls(call("c")),
      { role: "tool", tool_call_id: "c", content: [{ type: "text", text: "done" }] },
    ],
  },
  images: {
    messages: [
      { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
      calls(call("a")),
      result("a", "(see the image)"),
      { role: "user", content: [image, { type: "image_url", image_url: { url: "https://x.org/a.png" } }] },
    ],
  },
  errors: { messages: [hello, calls(call("a")), result("a", "Error: no such file")] },
  refusal: {
    messages: [hello, { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }, hello],
  },
  "DeepSeek thinking": [
    {
      messages: [
        hello,
        { role: "assistant", content: "Hi", reasoning_content: "Hm." },
        hello,
        { role: "assistant", content: null, tool_calls: [call("a")], reasoning_content: "" },
        result("a"),
      ],
    },
    { flavor: "deepseek" },
  ],
  Mistral: [
    {
      messages: [
        hello,
        calls(call("abc123XYZ")),
        result("abc123XYZ"),
        { role: "assistant", content: "Done." },
        hello,
      ],
    },
    { flavor: "mistral" },
  ],
};

const long = "a".repeat(41);

const invalid: readonly InvalidRow<OpenAIChatCheckOptions>[] = [
  [
    "error unanswered-call",
    "A2.1 litellm#28995",
    { messages: [hello, calls(call("a"), call("b")), result("a"), hello] },
  ],
  [
    "error unanswered-call",
    "A2.1 cai#111",
    { messages: [hello, calls(call("a")), { role: "system", content: "s" }] },
  ],
  ["error orphan-result", "A2.2 promptflow#3130", { messages: [hello, result("a")] }],
  ["error duplicate-result", "D", { messages: [hello, calls(call("a")), result("a"), result("a")] }],
  ["error long-call-id", "A2.3 vercel/ai#5171", { messages: [hello, calls(call(long)), result(long)] }],
  ["error bad-call-id", "A2.3 empty", { messages: [hello, calls(call("")), result("")] }],
  ["warn bad-call-id", "D id characters", { messages: [hello, calls(call("a:1")), result("a:1")] }],
  ["error duplicate-call-id", "D", { messages: [hello, calls(call("a"), call("a")), result("a")] }],
  [
    "warn repeated-call-id",
    "D same id in two turns",
    { messages: [hello, calls(call("a")), result("a"), calls(call("a")), result("a")] },
  ],
  [
    "error empty-content",
    "A2.4 Required unless tool_calls",
    { messages: [hello, { role: "assistant", content: null }, hello] },
  ],
  [
    "error empty-tool-calls",
    "A2.5 openai-node#1341",
    { messages: [hello, { role: "assistant", content: "a", tool_calls: [] }, hello] },
  ],
  [
    "warn too-many-calls",
    "A2.5 from memory",
    {
      messages: [
        hello,
        calls(...Array.from({ length: 129 }, (_, index) => call(`c${index}`))),
        ...Array.from({ length: 129 }, (_, index) => result(`c${index}`)),
      ],
    },
  ],
  ["error bad-tool-name", "A2.6 types", { messages: [hello, calls(call("a", "mcp.ls")), result("a")] }],
  [
    "warn input-not-object",
    "A2.6 hermes#14455",
    { messages: [hello, calls(call("a", "bash", '{"a"')), result("a")] },
  ],
  [
    "error wrong-type",
    "A2.6 arguments is a string",
    {
      messages: [
        hello,
        {
          role: "assistant",
          tool_calls: [{ id: "a", type: "function", function: { name: "b", arguments: {} } }],
        },
        result("a"),
      ],
    },
  ],
  [
    "error image-not-in-user",
    "A2.7 OpenHands#7700",
    { messages: [hello, calls(call("a")), { role: "tool", tool_call_id: "a", content: [image] }] },
  ],
  ["error empty-content", "A2.8 minItems", { messages: [{ role: "user", content: [] }] }],
  ["warn bad-name", "A2.9 from memory", { messages: [{ ...hello, name: "two words" }] }],
  [
    "error unknown-field",
    "A2.10 no field of its own",
    { messages: [hello, { role: "assistant", content: "a", reasoning_content: "" }, hello] },
  ],
  ["error unknown-field", "A2 leaked field", { messages: [{ ...hello, timestamp: 1 }] }],
  [
    "error reasoning-missing",
    "A2.10 pi#3636",
    { messages: [hello, { role: "assistant", content: "a" }, hello] },
    { flavor: "deepseek" },
  ],
  [
    "error bad-call-id",
    "A2.11 eca#233",
    { messages: [hello, calls(call("call_1")), result("call_1")] },
    { flavor: "mistral" },
  ],
  [
    "error user-after-tool",
    "A2.11 pi-ai requiresAssistantAfterToolResult",
    { messages: [hello, calls(call("abc123XYZ")), result("abc123XYZ"), hello] },
    { flavor: "mistral" },
  ],
  [
    "warn ends-with-assistant",
    "A2.12 SpeakMCP#1037",
    { messages: [hello, { role: "assistant", content: "a" }] },
  ],
  ["warn no-user-message", "A2.12 SpeakMCP#1037", { messages: [{ role: "system", content: "s" }] }],
  ["warn blank-text", "D empty user text", { messages: [{ role: "user", content: " " }] }],
  [
    "warn blank-text",
    "D empty user text",
    { messages: [{ role: "user", content: [{ type: "text", text: "" }] }] },
  ],
  [
    "error bad-image-url",
    "A2.7",
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: PNG } }] }] },
  ],
  [
    "error bad-image-url",
    "A2.7",
    {
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png,x" } }] }],
    },
  ],
  [
    "error bad-image-type, error bad-base64",
    "A2.7",
    {
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/bmp;base64,!" } }] },
      ],
    },
  ],
  [
    "error empty-data",
    "A2.7",
    {
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64," } }] },
      ],
    },
  ],
  ["error bad-role", "types", { messages: [hello, { role: "toolResult", content: "x" }] }],
  [
    "error unknown-type",
    "types",
    { messages: [hello, { role: "user", content: [{ type: "image", data: PNG }] }] },
  ],
  ["error missing-field", "types", { messages: [hello, { role: "user" }] }],
  [
    "error bad-value",
    "types",
    {
      messages: [{ role: "user", content: [{ ...image, image_url: { ...image.image_url, detail: "max" } }] }],
    },
  ],
  ["error unpaired-surrogate", "A1.28", { messages: [{ role: "user", content: HALF }] }],
  ["warn nul-character", "conservative", { messages: [{ role: "user", content: "\u0000" }] }],
  ["error empty", "the history has no messages", { messages: [] }],
];

testTable("openai-chat", checkOpenAIChat, valid, invalid);
