import type {
  AssistantMessage,
  Message,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
} from "@earendil-works/pi-ai";
import { checkPi } from "../../src/testing/check-pi.ts";
import { HALF, type InvalidRow, PNG, testTable, type ValidRows } from "./table.ts";

const hello: Message = { role: "user", content: "Hello", timestamp: 1 };
const image = { type: "image", data: PNG, mimeType: "image/png" } as const;
const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost };
const thinking: ThinkingContent = { type: "thinking", thinking: "Hm.", thinkingSignature: "EqQB" };

function says(content: AssistantMessage["content"], more: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: "assistant",
    content,
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-opus-5-5",
    usage,
    stopReason: "stop",
    timestamp: 2,
    ...more,
  };
}

const text = (value: string) => ({ type: "text", text: value }) as const;

function call(id: string, name = "bash"): ToolCall {
  return { type: "toolCall", id, name, arguments: { command: "ls" } };
}

function result(toolCallId: string, more: Partial<ToolResultMessage> = {}): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId,
    toolName: "bash",
    content: [text("done")],
    isError: false,
    timestamp: 3,
    ...more,
  };
}

const responses = { api: "openai-responses", provider: "openai", model: "gpt-6" } as const;
const google = { api: "google-generative-ai", provider: "google", model: "gemini-3-pro" } as const;
const item = JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA" });

const valid: ValidRows<{ systemPrompt?: string; messages: Message[] }, undefined> = {
  plain: {
    messages: [
      { role: "system", content: "Be brief.", sections: { cwd: "/", old: null }, timestamp: 0 },
      hello,
      says([text("Hi")]),
    ],
  },
  "a tool loop with parallel calls": {
    messages: [
      hello,
      says([text("Let me see."), call("a"), call("b")], { stopReason: "toolUse" }),
      result("a"),
      { role: "system", content: "s", timestamp: 3 },
      result("b"),
      says([call("c")], { stopReason: "toolUse" }),
      result("c"),
    ],
  },
  thinking: {
    messages: [
      hello,
      says([thinking, { ...thinking, redacted: true }, text("a")]),
      says(
        [
          { ...thinking, thinkingSignature: item },
          { ...text("a"), textSignature: '{"v":1,"id":"msg_1"}' },
        ],
        responses,
      ),
      says([{ ...thinking, thinkingSignature: "c2ln" }, text("a")], google),
    ],
  },
  "failed turns, which pi leaves out": {
    messages: [
      hello,
      says([thinking], { stopReason: "aborted" }),
      hello,
      says([call("a")], { stopReason: "error" }),
    ],
  },
  images: {
    messages: [
      { role: "user", content: [text("What is this?"), image], timestamp: 1 },
      says([call("a")]),
      result("a", { content: [image] }),
    ],
  },
  errors: {
    messages: [
      hello,
      says([call("a")]),
      result("a", { isError: true, content: [text("no")], details: { code: 1 } }),
    ],
  },
};

const invalid: readonly InvalidRow<undefined>[] = [
  ["error orphan-result", "D a cut leaves it", { messages: [hello, result("a")] }],
  [
    "error orphan-result",
    "A7 the turn has failed",
    { messages: [hello, says([call("a")], { stopReason: "aborted" }), result("a")] },
  ],
  [
    "warn unanswered-call, error orphan-result",
    "D user message between call and result",
    { messages: [hello, says([call("a")]), hello, result("a")] },
  ],
  ["warn unanswered-call", "B pi makes one up", { messages: [hello, says([call("a")]), hello] }],
  ["error duplicate-result", "D", { messages: [hello, says([call("a")]), result("a"), result("a")] }],
  ["error duplicate-call-id", "D", { messages: [hello, says([call("a"), call("a")]), result("a")] }],
  [
    "warn repeated-call-id",
    "D same id in two turns",
    { messages: [hello, says([call("a")]), result("a"), says([call("a")]), result("a")] },
  ],
  [
    "warn call-id-collision",
    "D two ids that sanitise to one",
    { messages: [hello, says([call("a:1"), call("a.1")]), result("a:1"), result("a.1")] },
  ],
  [
    "warn result-mismatch",
    "conservative",
    { messages: [hello, says([call("a")]), result("a", { toolName: "read" })] },
  ],
  ["warn text-after-call", "D", { messages: [hello, says([call("a"), text("so")]), result("a")] }],
  ["warn thinking-last", "D thinking-only turn", { messages: [hello, says([thinking]), hello] }],
  [
    "warn error-result-empty",
    "D empty error result",
    { messages: [hello, says([call("a")]), result("a", { isError: true, content: [] })] },
  ],
  ["warn blank-text", "D empty user text", { messages: [{ ...hello, content: "" }] }],
  [
    "error thinking-unsigned",
    "A7 the payload of redacted thinking",
    { messages: [hello, says([{ type: "thinking", thinking: "", redacted: true }, text("a")])] },
  ],
  [
    "error bad-signature",
    "A7 the whole item as JSON",
    { messages: [hello, says([thinking, text("a")], responses)] },
  ],
  [
    "warn bad-signature",
    "A7 Gemini base64",
    { messages: [hello, says([{ ...thinking, thinkingSignature: "no!" }, text("a")], google)] },
  ],
  [
    "warn bad-signature",
    "A7 textSignature",
    { messages: [hello, says([{ ...text("a"), textSignature: "msg_1" }], responses)] },
  ],
  [
    "error input-not-object",
    "types",
    { messages: [hello, says([{ ...call("a"), arguments: "ls" as never }]), result("a")] },
  ],
  [
    "error bad-image-type",
    "A1.25",
    { messages: [{ ...hello, content: [{ ...image, mimeType: "image/bmp" }] }] },
  ],
  ["error empty-data", "A1.25", { messages: [{ ...hello, content: [{ ...image, data: "" }] }] }],
  ["error bad-base64", "A1.25", { messages: [{ ...hello, content: [{ ...image, data: "a-b_" }] }] }],
  ["error unknown-field", "types", { messages: [{ ...hello, parentId: "x" }] }],
  ["error unknown-type", "types", { messages: [hello, says([{ type: "tool_use" } as never])] }],
  ["error bad-role", "A7", { messages: [{ ...hello, role: "tool" }] }],
  [
    "error missing-field",
    "A7 needs usage",
    { messages: [hello, says([text("a")], { usage: undefined as never })] },
  ],
  ["error wrong-type", "types", { messages: [{ ...hello, timestamp: "2026" }] }],
  ["error bad-value", "types", { messages: [hello, says([text("a")], { stopReason: "end_turn" as never })] }],
  ["error unpaired-surrogate", "A1.28", { messages: [{ ...hello, content: HALF }] }],
  ["warn nul-character", "conservative", { messages: [{ ...hello, content: "a\u0000" }] }],
  ["error empty", "the history has no messages", { messages: [] }],
];

testTable("pi", checkPi, valid, invalid);
