import type OpenAI from "openai";
import { checkOpenAIResponses } from "../../src/testing/check-openai-responses.ts";
import { HALF, type InvalidRow, PNG, testTable, type ValidRows } from "./table.ts";

type Item = OpenAI.Responses.ResponseInputItem;

const hello = { role: "user", content: "Hello" } as const;
const image = { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PNG}` } as const;
const reasoning: OpenAI.Responses.ResponseReasoningItem = {
  type: "reasoning",
  id: "rs_1",
  summary: [],
  encrypted_content: "gAAA",
};

const summary: OpenAI.Responses.ResponseReasoningItem.Summary = { type: "summary_text", text: "so" };

function call(id: string, more: Partial<OpenAI.Responses.ResponseFunctionToolCall> = {}): Item {
  return { type: "function_call", call_id: id, name: "bash", arguments: "{}", ...more };
}

function output(id: string): Item {
  return { type: "function_call_output", call_id: id, output: "done" };
}

function says(text: string, id = "msg_1"): Item {
  return {
    type: "message",
    id,
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

const valid: ValidRows<{ instructions?: string; input: Item[] }, undefined> = {
  plain: { instructions: "Be brief.", input: [hello, says("Hi"), hello] },
  "an answer of another model, as an easy message": {
    input: [hello, { role: "assistant", content: "Hi" }, hello],
  },
  "a tool loop with parallel calls": {
    input: [
      hello,
      call("a", { id: "fc_1" }),
      call("b"),
      output("b"),
      output("a"),
      call("c"),
      hello,
      output("c"),
    ],
  },
  thinking: {
    input: [
      hello,
      reasoning,
      { ...reasoning, id: "rs_2", summary: [summary] },
      call("a", { id: "fc_1" }),
      output("a"),
      { ...reasoning, id: "rs_3" },
      says("Done."),
    ],
  },
  images: {
    input: [
      { role: "user", content: [{ type: "input_text", text: "What is this?" }, image] },
      call("a"),
      { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "so" }, image] },
    ],
  },
  errors: { input: [hello, call("a"), { type: "function_call_output", call_id: "a", output: "Error: no" }] },
  "custom tools": {
    input: [
      hello,
      { type: "custom_tool_call", call_id: "a", id: "ctc_1", name: "patch", input: "x" },
      { type: "custom_tool_call_output", call_id: "a", output: "done" },
    ],
  },
};

const assistant = { role: "assistant", content: [{ type: "output_text", text: "a" }] };

const invalid: readonly InvalidRow<undefined>[] = [
  ["error unanswered-call", "A3.1 CLIProxyAPI#2368", { input: [hello, call("a"), hello] }],
  ["error orphan-result", "A3.2 continue#10092", { input: [output("a"), hello] }],
  ["error orphan-result, error unanswered-call", "A3.2 before its call", { input: [output("a"), call("a")] }],
  ["error duplicate-result", "D", { input: [hello, call("a"), output("a"), output("a")] }],
  ["error duplicate-call-id", "D", { input: [hello, call("a"), call("a"), output("a")] }],
  [
    "warn repeated-call-id",
    "D same id in two turns",
    { input: [call("a"), output("a"), call("a"), output("a")] },
  ],
  ["error reasoning-alone", "A3.3 vercel/ai#7099", { input: [hello, reasoning, hello] }],
  ["error reasoning-alone", "A3.3 openai-node#1791", { input: [hello, reasoning] }],
  ["error missing-field", "A3.5 Agora#141", { input: [{ ...reasoning, summary: undefined }, assistant] }],
  [
    "error reasoning-not-encrypted",
    "A3.6 opencode#7724",
    { input: [{ ...reasoning, encrypted_content: null }, assistant] },
  ],
  [
    "error item-reference",
    "A3.6 vercel/ai#7543",
    { input: [{ type: "item_reference", id: "msg_1" }, hello] },
  ],
  ["error item-reference", "A3.6 without a type", { input: [{ id: "msg_1" }, hello] }],
  [
    "warn reasoning-without-id",
    "A3.7 openclaw#71448",
    { input: [{ ...reasoning, id: undefined }, assistant] },
  ],
  ["error bad-item-id", "A3.8 llm-rosetta#403", { input: [call("a", { id: "toolu_1" }), output("a")] }],
  ["error bad-item-id", "A3.8 opencode#25065", { input: [call("a", { id: "" }), output("a")] }],
  ["error bad-item-id", "A3.8 at most 64", { input: [says("a", `msg_${"x".repeat(64)}`)] }],
  ["error bad-call-id", "A3.9 fastllm#45", { input: [call("a".repeat(65)), output("a".repeat(65))] }],
  ["error bad-tool-name", "A3.10 OpenAPI", { input: [call("a", { name: "mcp.ls" }), output("a")] }],
  ["error text-too-long", "A3.10 OpenAPI", { input: [{ role: "user", content: "a".repeat(10_485_761) }] }],
  [
    "error image-too-long",
    "A3.10 OpenAPI",
    {
      input: [
        { role: "user", content: [{ ...image, image_url: `https://x.org/${"a".repeat(20_971_520)}` }] },
      ],
    },
  ],
  [
    "error wrong-part",
    "A3.11 types",
    { input: [{ role: "user", content: [{ type: "output_text", text: "a" }] }] },
  ],
  [
    "warn wrong-part",
    "A3.11 from memory",
    { input: [{ role: "assistant", content: [{ type: "input_text", text: "a" }] }] },
  ],
  ["error duplicate-item-id", "A3.12 @ai-sdk/openai bccc1b7", { input: [says("a"), says("b")] }],
  ["warn empty-content", "conservative", { input: [{ role: "user", content: [] }] }],
  ["error empty-data", "types", { input: [{ role: "user", content: [{ type: "input_image" }] }] }],
  [
    "error bad-image-url",
    "types",
    { input: [{ role: "user", content: [{ type: "input_image", image_url: "data:image/png,x" }] }] },
  ],
  [
    "error bad-image-type, error bad-base64",
    "A1.25",
    { input: [{ role: "user", content: [{ type: "input_image", image_url: "data:image/bmp;base64,!" }] }] },
  ],
  ["error unknown-field", "types", { input: [{ ...hello, timestamp: 1 }] }],
  ["error unknown-field", "types", { input: [hello, { ...call("a"), provider: "openai" }, output("a")] }],
  ["error unknown-type", "types", { input: [{ type: "toolResult" }] }],
  ["error bad-role", "types", { input: [{ role: "tool", content: "a" }] }],
  ["error bad-value", "types", { input: [call("a", { status: "done" as "completed" }), output("a")] }],
  [
    "error wrong-type",
    "A3.10 arguments is a string",
    { input: [call("a", { arguments: {} as string }), output("a")] },
  ],
  ["error unpaired-surrogate", "A1.28", { input: [{ role: "user", content: HALF }] }],
  ["warn nul-character", "conservative", { input: [{ role: "user", content: "\u0000" }] }],
  ["error empty", "the history has no messages", { input: [] }],
];

testTable("openai-responses", checkOpenAIResponses, valid, invalid);
