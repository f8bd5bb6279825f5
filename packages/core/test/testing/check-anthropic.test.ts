import type { Anthropic } from "@anthropic-ai/sdk";
import { type AnthropicCheckOptions, checkAnthropic } from "../../src/testing/check-anthropic.ts";
import { HALF, type InvalidRow, PNG, testTable, times, type ValidRows } from "./table.ts";

type Request = Pick<Anthropic.MessageCreateParams, "system" | "messages"> &
  Partial<Omit<Anthropic.MessageCreateParams, "system" | "messages">>;

const hello = { role: "user", content: "Hello" } as const;
const image: Anthropic.ImageBlockParam = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: PNG },
};
const thinking: Anthropic.ThinkingBlockParam = { type: "thinking", thinking: "", signature: "EqQB" };

function call(id: string, name = "bash"): Anthropic.ToolUseBlockParam {
  return { type: "tool_use", id, name, input: { command: "ls" } };
}

function result(
  id: string,
  more: Partial<Anthropic.ToolResultBlockParam> = {},
): Anthropic.ToolResultBlockParam {
  return { type: "tool_result", tool_use_id: id, content: "done", ...more };
}

function says(...content: Anthropic.ContentBlockParam[]): Anthropic.MessageParam {
  return { role: "assistant", content };
}

function asks(...content: Anthropic.ContentBlockParam[]): Anthropic.MessageParam {
  return { role: "user", content };
}

function text(value: string): Anthropic.TextBlockParam {
  return { type: "text", text: value };
}

/** A request with a tool loop, of whatever is given for the call and the result. */
function loop(turn: unknown, answer: unknown): unknown {
  return { messages: [hello, { role: "assistant", content: turn }, { role: "user", content: answer }] };
}

const valid: ValidRows<Request, AnthropicCheckOptions> = {
  plain: { system: "Be brief.", messages: [hello, says(text("Hi")), asks(text("Bye"))] },
  "a tool loop with parallel calls": {
    messages: [
      hello,
      says(text("Let me see."), call("a"), call("b")),
      asks(result("a"), result("b"), text("and now?")),
      says(call("c")),
      asks(result("c")),
    ],
  },
  "results in two messages, which the API merges": {
    messages: [hello, says(call("a"), call("b")), asks(result("a")), asks(result("b"))],
  },
  thinking: {
    messages: [
      hello,
      says(thinking, { type: "redacted_thinking", data: "x" }, call("a"), thinking, text("and"), call("b")),
      asks(result("a"), result("b")),
    ],
    thinking: { type: "enabled", budget_tokens: 1024 },
  },
  images: {
    messages: [
      asks(text("What is this?"), image),
      says(call("a")),
      asks(result("a", { content: [text("a picture"), image] })),
    ],
  },
  errors: {
    messages: [hello, says(call("a")), asks(result("a", { is_error: true, content: [text("no")] }))],
  },
  "an empty result": { messages: [hello, says(call("a")), asks(result("a", { content: [] }))] },
  "cache marks": {
    system: [{ type: "text", text: "s", cache_control: { type: "ephemeral", ttl: "1h" } }],
    messages: [asks({ type: "text", text: "u", cache_control: { type: "ephemeral" } })],
  },
  "a system message in place": [
    { messages: [hello, { role: "system", content: "Be brief." }, says(text("Hi")), hello] },
    { systemInMessages: true },
  ],
  prefill: [{ messages: [hello, says(text("{"))] }, { prefill: true }],
  "a whole request": {
    model: "claude-opus-5-5",
    max_tokens: 1,
    tools: [{ name: "bash", input_schema: { type: "object" } }],
    messages: [hello, says(call("a")), asks(result("a"))],
  },
};

const cached: Anthropic.TextBlockParam = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
const hour: Anthropic.TextBlockParam = {
  type: "text",
  text: "x",
  cache_control: { type: "ephemeral", ttl: "1h" },
};

const invalid: readonly InvalidRow<AnthropicCheckOptions>[] = [
  ["error unanswered-call", "A1.1 claude-code#8210", loop([call("a"), call("b")], [result("a")])],
  ["error unanswered-call", "A1.1 claude-code#6836", { messages: [hello, says(call("a")), hello] }],
  ["error orphan-result", "A1.2 claude-code#20895", { messages: [asks(result("a"))] }],
  ["error duplicate-result", "A1.3 litellm#23104", loop([call("a")], [result("a"), result("a")])],
  ["error result-not-first", "A1.4 vercel/ai#8318", loop([call("a")], [text("so"), result("a")])],
  ["error misplaced-block", "A1.5 Anthropic.SDK#128", { messages: [asks(call("a"))] }],
  ["error misplaced-block", "A1.5 Anthropic.SDK#128", { messages: [hello, says(result("a")), hello] }],
  ["error misplaced-block", "A1.25 vision docs", { messages: [hello, says(image), hello] }],
  ["error text-after-call", "A1.6 litellm#22946", loop([call("a"), text("so")], [result("a")])],
  [
    "error bad-call-id",
    "A1.7 langchain#37756",
    loop([call("functions.bash:0")], [result("functions.bash:0")]),
  ],
  ["warn long-call-id", "A1.7 pi-ai caps at 64", loop([call("a".repeat(65))], [result("a".repeat(65))])],
  ["error duplicate-call-id", "A1.8 claude-code#21317", loop([call("a"), call("a")], [result("a")])],
  [
    "warn repeated-call-id",
    "A1.8 unverified across turns",
    { messages: [hello, says(call("a")), asks(result("a")), says(call("a")), asks(result("a"))] },
  ],
  ["error input-not-object", "A1.9 claude-code#6696", loop([{ ...call("a"), input: "ls" }], [result("a")])],
  ["error bad-tool-name", "A1.10 home-assistant#147760", loop([call("a", "mcp.ls")], [result("a")])],
  ["error blank-text", "A1.11 claude-code#59812", { messages: [asks(text(""))] }],
  ["error blank-text", "A1.11 claude-code#23369", { messages: [{ role: "user", content: " \n" }] }],
  ["error blank-text", "A1.11 hermes#55092", loop([call("a")], [result("a", { content: [text(" ")] })])],
  ["error blank-text", "A1.11 claude-code#59812", { system: [text("")], messages: [hello] }],
  ["warn blank-text", "A1.11 unverified for a string", loop([call("a")], [result("a", { content: " " })])],
  ["error empty-content", "A1.12 claude-code#6774", { messages: [asks(), says(text("a")), hello] }],
  ["error empty-content", "A1.12 claude-code#6774", { messages: [{ role: "user", content: "" }] }],
  [
    "error error-result-empty",
    "A1.13 markform#153",
    loop([call("a")], [result("a", { is_error: true, content: "" })]),
  ],
  [
    "error error-result-media",
    "A1.13 vellum#18387",
    loop([call("a")], [result("a", { is_error: true, content: [text("no"), image] })]),
  ],
  [
    "error thinking-unsigned",
    "A1.14 llxprt#2335",
    loop([{ ...thinking, signature: "" }, text("a")], [text("b")]),
  ],
  [
    "error thinking-unsigned",
    "A1.14 anthropic-sdk-python#1598",
    loop([{ type: "redacted_thinking", data: "" }, text("a")], [text("b")]),
  ],
  [
    "error thinking-first",
    "A1.17 opencode#3077",
    {
      messages: [hello, says(call("a")), asks(result("a"))],
      thinking: { type: "enabled", budget_tokens: 1024 },
    },
  ],
  [
    "error thinking-disabled",
    "A1.18 forgecode#1853",
    { messages: [hello, says(thinking, text("a"))], thinking: { type: "disabled" } },
    { prefill: true },
  ],
  ["error thinking-last", "A1.19 hermes#13010", { messages: [hello, says(thinking), hello] }],
  ["error ends-with-assistant", "A1.20 CLIProxyAPI#5319", { messages: [hello, says(text("Hi"))] }],
  [
    "error prefill-white-space",
    "A1.21 forgecode#1872",
    { messages: [hello, says(text("a "))] },
    { prefill: true },
  ],
  ["error bad-role", "A1.22 MessageCreateParams", { messages: [{ role: "tool", content: "x" }, hello] }],
  ["warn first-not-user", "A1.22 conservative", { messages: [says(text("Hi")), hello] }],
  [
    "error system-not-supported",
    "A1.23 gproxy-transform",
    { messages: [hello, { role: "system", content: "s" }, says(text("a")), hello] },
  ],
  [
    "error system-misplaced",
    "A1.23 mid-conversation-system-messages",
    { messages: [hello, says(text("a")), { role: "system", content: "s" }] },
    { systemInMessages: true },
  ],
  [
    "error system-misplaced",
    "A1.23 never between call and result",
    {
      messages: [
        hello,
        says(call("a"), call("b")),
        asks(result("a")),
        { role: "system", content: "s" },
        asks(result("b")),
      ],
    },
    { systemInMessages: true },
  ],
  [
    "warn system-order",
    "A1.23 guess",
    { messages: [hello, { role: "system", content: "s" }, hello] },
    { systemInMessages: true },
  ],
  [
    "warn system-order",
    "A1.23 guess",
    { messages: [hello, { role: "system", content: "s" }, { role: "system", content: "s" }] },
    { systemInMessages: true },
  ],
  ["error too-many-cache-marks", "A1.24 @ai-sdk/anthropic", { messages: [asks(...times(5, cached))] }],
  [
    "error cache-order",
    "A1.24 1h before 5m",
    { system: [cached], messages: [{ role: "user", content: [hour] }] },
  ],
  [
    "error blank-text, error cache-on-empty",
    "A1.24 @ai-sdk/anthropic",
    { messages: [{ role: "user", content: [{ ...cached, text: "" }] }] },
  ],
  [
    "error unknown-field",
    "A1.24 no cache mark on thinking",
    loop([{ ...thinking, cache_control: { type: "ephemeral" } }, text("a")], [text("b")]),
  ],
  ["warn many-images", "A1.25 vision docs", { messages: [asks(...times(101, image))] }],
  ["error too-many-images", "A1.25 vision docs", { messages: [asks(...times(601, image))] }],
  [
    "error bad-image-type",
    "A1.25 vision docs",
    {
      messages: [
        { role: "user", content: [{ ...image, source: { ...image.source, media_type: "image/bmp" } }] },
      ],
    },
  ],
  [
    "error empty-data",
    "A1.25 claude-code#8947",
    { messages: [{ role: "user", content: [{ ...image, source: { ...image.source, data: "" } }] }] },
  ],
  [
    "error bad-base64",
    "A1.25",
    { messages: [{ role: "user", content: [{ ...image, source: { ...image.source, data: "a-b_" } }] }] },
  ],
  [
    "warn large-image",
    "A1.25 from memory",
    {
      messages: [
        { role: "user", content: [{ ...image, source: { ...image.source, data: "A".repeat(7e6) } }] },
      ],
    },
  ],
  [
    "error request-too-large",
    "A1.26 request_too_large",
    { messages: [{ role: "user", content: "a".repeat(34e6) }] },
  ],
  ["error too-many-messages", "A1.26 docs", { messages: times(100_001, hello) }],
  ["error unknown-field", "A1.27 Extra inputs are not permitted", { messages: [{ ...hello, timestamp: 1 }] }],
  ["error unknown-field", "A1.27", loop([{ ...call("a"), toolName: "bash" }], [result("a")])],
  ["error unknown-field", "A1.27", { messages: [hello], repairs: [] }],
  ["error unknown-type", "A1.27", { messages: [{ role: "user", content: [{ type: "toolCall" }] }] }],
  ["error missing-field", "MessageCreateParams", { messages: [{ role: "user" }] }],
  ["error wrong-type", "MessageCreateParams", { messages: [{ role: "user", content: 1 }] }],
  [
    "error bad-value",
    "MessageCreateParams",
    { messages: [{ role: "user", content: [{ ...cached, cache_control: { type: "permanent" } }] }] },
  ],
  ["error unpaired-surrogate", "A1.28 claude-code#8272", { messages: [asks(text(`cut ${HALF}`))] }],
  [
    "error unpaired-surrogate",
    "A1.28 in a key",
    loop([{ ...call("a"), input: { [HALF]: 1 } }], [result("a")]),
  ],
  ["warn nul-character", "conservative", { messages: [asks(text("a\u0000b"))] }],
  [
    "warn tools-missing",
    "A1.29 from memory",
    { model: "claude-opus-5-5", messages: [hello, says(call("a")), asks(result("a"))] },
  ],
  ["error empty", "the history has no messages", { messages: [] }],
];

testTable("anthropic", checkAnthropic, valid, invalid);
