import type {
  ContentBlock,
  ConverseRequest,
  Message,
  ToolResultContentBlock,
} from "@aws-sdk/client-bedrock-runtime";
import { type BedrockCheckOptions, checkBedrock } from "../../src/testing/check-bedrock.ts";
import { HALF, type InvalidRow, PNG, testTable, times, type ValidRows } from "./table.ts";

type Request = Pick<ConverseRequest, "system" | "messages" | "toolConfig">;

const bytes = new Uint8Array(Buffer.from(PNG, "base64"));
const image = { image: { format: "png", source: { bytes } } } as const;
const document = { document: { format: "txt", name: "notes", source: { bytes } } } as const;
const thinking: ContentBlock = { reasoningContent: { reasoningText: { text: "", signature: "EqQB" } } };
const toolConfig = { tools: [{ toolSpec: { name: "bash", inputSchema: { json: { type: "object" } } } }] };
const nova = { model: "amazon.nova-pro-v1:0" };

function asks(...content: ContentBlock[]): Message {
  return { role: "user", content };
}

function says(...content: ContentBlock[]): Message {
  return { role: "assistant", content };
}

const hello = asks({ text: "Hello" });
const hi = says({ text: "Hi" });

function call(toolUseId: string, input: object = {}, name = "bash"): ContentBlock {
  return { toolUse: { toolUseId, name, input: input as Record<string, string> } };
}

function result(toolUseId: string, content: ToolResultContentBlock[] = [{ text: "done" }]): ContentBlock {
  return { toolResult: { toolUseId, content } };
}

function failed(toolUseId: string, content: ToolResultContentBlock[]): ContentBlock {
  return { toolResult: { toolUseId, content, status: "error" } };
}

const valid: ValidRows<Request, BedrockCheckOptions> = {
  plain: { system: [{ text: "Be brief." }], messages: [hello, hi, hello] },
  "a tool loop with parallel calls": {
    messages: [
      hello,
      says({ text: "Let me see." }, call("a"), call("b")),
      asks(result("a"), result("b", [{ json: { ok: true } }]), { text: "and now?" }),
      says(call("c")),
      asks(result("c"), { cachePoint: { type: "default" } }),
    ],
    toolConfig,
  },
  thinking: { messages: [hello, says(thinking, call("a")), asks(result("a"))], toolConfig },
  "redacted thinking": {
    messages: [hello, says({ reasoningContent: { redactedContent: bytes } }, { text: "Hi" }), hello],
  },
  images: {
    messages: [asks({ text: "What is this?" }, image, document), says(call("a")), asks(result("a", [image]))],
    toolConfig,
  },
  errors: { messages: [hello, says(call("a")), asks(failed("a", [{ text: "no" }]))], toolConfig },
  "another model": [
    {
      messages: [
        hello,
        says({ reasoningContent: { reasoningText: { text: "Hm." } } }, call("a")),
        asks(result("a")),
      ],
      toolConfig,
    },
    nova,
  ],
};

/** A tool loop with a turn and an answer. */
function loop(turn: ContentBlock[], answer: ContentBlock[]): Request {
  return { messages: [hello, says(...turn), asks(...answer)], toolConfig };
}

const invalid: readonly InvalidRow<BedrockCheckOptions>[] = [
  ["error unanswered-call", "A5 genkit#664", loop([call("a"), call("b")], [result("a")])],
  ["error orphan-result", "A5 strands#1435", loop([call("a")], [result("a"), result("b")])],
  ["error duplicate-result", "A1.3 behind A5", loop([call("a")], [result("a"), result("a")])],
  ["error not-alternating", "A5 langchainjs#6724", { messages: [hello, hello] }],
  ["error first-not-user", "A5 dify#12340", { messages: [hi, hello] }],
  ["error ends-with-assistant", "A1.20 behind A5", { messages: [hello, hi] }],
  ["error empty-content", "A5 archestra#4220", { messages: [asks()] }],
  ["error document-without-text", "A5 archestra#4220", { messages: [asks(document)] }],
  ["error blank-text", "A5 langchainjs#5960", { messages: [asks({ text: " " })] }],
  ["error blank-text", "A5 hermes#55092", loop([call("a")], [result("a", [{ text: "" }])])],
  ["error blank-text", "A5 langchainjs#5960", { system: [{ text: "" }], messages: [hello] }],
  ["error tool-config-missing", "A5 pentagi#196", { messages: [hello, says(call("a")), asks(result("a"))] }],
  ["warn tool-not-declared", "A5 conservative", loop([call("a", {}, "read")], [result("a")])],
  ["error result-not-alone", "A5 langchain-aws#141", loop([call("a")], [result("a"), { text: "so" }]), nova],
  ["error bad-call-id", "A5 pi-ai", loop([call("a:1")], [result("a:1")])],
  ["error bad-call-id", "A5 at most 64", loop([call("a".repeat(65))], [result("a".repeat(65))])],
  ["error duplicate-call-id", "A1.8 behind A5", loop([call("a"), call("a")], [result("a")])],
  [
    "warn repeated-call-id",
    "A1.8 unverified across turns",
    {
      messages: [...loop([call("a")], [result("a")]).messages!, says(call("a")), asks(result("a"))],
      toolConfig,
    },
  ],
  ["error bad-tool-name, warn tool-not-declared", "A1.10", loop([call("a", {}, "mcp.ls")], [result("a")])],
  ["error input-not-object", "A1.9", loop([call("a", "ls" as never)], [result("a")])],
  [
    "error empty-key",
    "A5 pi-ai sanitizeBedrockDocument",
    loop([call("a", { b: [{ "": 1 }] })], [result("a")]),
  ],
  [
    "error thinking-unsigned",
    "A5 reasoningText.signature",
    loop([{ reasoningContent: { reasoningText: { text: "Hm." } } }, { text: "a" }], [{ text: "b" }]),
  ],
  [
    "error thinking-unsigned",
    "A1.14 redacted",
    loop([{ reasoningContent: { redactedContent: new Uint8Array() } }, { text: "a" }], [{ text: "b" }]),
  ],
  ["error thinking-signed", "A5 rejected elsewhere", loop([thinking, { text: "a" }], [{ text: "b" }]), nova],
  ["error thinking-last", "A1.19 behind A5", loop([thinking], [{ text: "b" }])],
  ["error text-after-call", "A1.6 behind A5", loop([call("a"), { text: "so" }], [result("a")])],
  ["error result-not-first", "A1.4 behind A5", loop([call("a")], [{ text: "so" }, result("a")])],
  ["error misplaced-block", "A1.5 behind A5", loop([image], [{ text: "b" }])],
  ["error error-result-empty", "A1.13 behind A5", loop([call("a")], [failed("a", [])])],
  ["error error-result-media", "A1.13 behind A5", loop([call("a")], [failed("a", [{ text: "no" }, image])])],
  ["error too-many-images", "A5 types", { messages: [asks(...times(21, image))] }],
  ["error too-many-documents", "A5 types", { messages: [asks({ text: "a" }, ...times(6, document))] }],
  [
    "error large-image",
    "A5 types",
    { messages: [asks({ image: { format: "png", source: { bytes: new Uint8Array(4e6) } } })] },
  ],
  [
    "error empty-data",
    "A5 types",
    { messages: [asks({ image: { format: "png", source: { bytes: new Uint8Array() } } })] },
  ],
  [
    "error wrong-type",
    "bytes are bytes",
    { messages: [asks({ image: { format: "png", source: { bytes: PNG as never } } })] },
  ],
  [
    "error bad-value",
    "types",
    { messages: [asks({ image: { format: "bmp" as never, source: { bytes } } })] },
  ],
  ["error block-data", "types", { messages: [asks({ text: "a", ...image } as never)] }],
  ["error bad-role", "types", { messages: [{ role: "system" as never, content: [{ text: "s" }] }, hello] }],
  ["error unknown-field", "types", { messages: [{ ...hello, timestamp: 1 }] }],
  [
    "error unknown-field",
    "types",
    loop([{ toolUse: { toolUseId: "a", name: "bash", input: {}, provider: "x" } as never }], [result("a")]),
  ],
  ["error missing-field", "types", { messages: [{ role: "user" }] }],
  ["error unpaired-surrogate", "A1.28", { messages: [asks({ text: HALF })] }],
  ["warn nul-character", "conservative", { messages: [asks({ text: "a\u0000" })] }],
  ["error empty", "the history has no messages", { messages: [] }],
];

testTable("bedrock", checkBedrock, valid, invalid);
