import type { Content, FunctionCall, FunctionResponse, Part } from "@google/genai";
import { checkGemini, type GeminiCheckOptions } from "../../src/testing/check-gemini.ts";
import { HALF, type InvalidRow, PNG, testTable, type ValidRows } from "./table.ts";

const image: Part = { inlineData: { mimeType: "image/png", data: PNG } };
const SIGNATURE = "c2lnbmF0dXJl";
const SENTINEL = "skip_thought_signature_validator";
const gemini2 = { model: "models/gemini-2.5-pro" };

function user(...parts: Part[]): Content {
  return { role: "user", parts };
}

function model(...parts: Part[]): Content {
  return { role: "model", parts };
}

const hello = user({ text: "Hello" });
const bye = model({ text: "Bye" });

function call(id: string, signature?: string, more: FunctionCall = {}): Part {
  const functionCall = { id, name: "bash", args: { command: "ls" }, ...more };
  return signature === undefined ? { functionCall } : { functionCall, thoughtSignature: signature };
}

function response(id: string, more: Partial<FunctionResponse> = {}): Part {
  const functionResponse: Partial<FunctionResponse> = {
    id,
    name: "bash",
    response: { output: "done" },
    ...more,
  };
  return { functionResponse };
}

/** A call and a response without ids, as Gemini 2 has them. */
const oldCall: Part = { functionCall: { name: "bash", args: {} } };
const oldResponse: Part = { functionResponse: { name: "bash", response: {} } };

const valid: ValidRows<{ systemInstruction?: Content; contents: Content[] }, GeminiCheckOptions> = {
  plain: { systemInstruction: { parts: [{ text: "Be brief." }] }, contents: [hello, bye, hello] },
  "a tool loop with parallel calls": {
    contents: [
      hello,
      model({ text: "Let me see." }, call("a", SIGNATURE), call("b")),
      user(response("a"), response("b")),
      model(call("c", SENTINEL)),
      user(response("c")),
    ],
  },
  "calls without a signature before the current turn": {
    contents: [hello, model(call("a")), user(response("a")), bye, hello],
  },
  "Gemini 2": [{ contents: [hello, model(oldCall, oldCall), user(oldResponse, oldResponse)] }, gemini2],
  "a prompt behind the responses starts a turn": {
    contents: [hello, model(call("a")), user(response("a"), { text: "stop" })],
  },
  thinking: {
    contents: [
      hello,
      model({ text: "Hm.", thought: true }, { text: "", thoughtSignature: SIGNATURE }, { text: "Hi" }),
      hello,
    ],
  },
  images: {
    contents: [
      user({ text: "What is this?" }, image),
      model(call("a", SIGNATURE)),
      user(response("a", { parts: [{ inlineData: { mimeType: "image/png", data: PNG } }] })),
    ],
  },
  errors: {
    contents: [hello, model(call("a", SIGNATURE)), user(response("a", { response: { error: "no" } }))],
  },
};

const asked = model(call("a", SIGNATURE));

const invalid: readonly InvalidRow<GeminiCheckOptions>[] = [
  [
    "error result-count",
    "A4.1 gemini-cli#17208",
    { contents: [hello, model(call("a", SIGNATURE), call("b")), user(response("a"))] },
  ],
  ["error unanswered-call", "A4.1 gemini-cli#3814", { contents: [hello, asked, hello] }],
  [
    "error call-after-model, warn first-not-user",
    "A4.2 gemini-cli#26486",
    { contents: [asked, user(response("a"))] },
  ],
  ["error call-after-model", "A4.2 gemini-cli#26486", { contents: [hello, bye, asked, user(response("a"))] }],
  ["warn not-alternating", "A4.2 two contents of the model", { contents: [hello, bye, bye, hello] }],
  ["error orphan-result", "A4.3 generative-ai#368", { contents: [hello, bye, user(response("a"))] }],
  ["error empty-content", "A4.4 vercel/ai#3775", { contents: [user()] }],
  ["error part-data", "A4.4 CLIProxyAPI#1292", { contents: [user({ text: "a", ...image })] }],
  [
    "error part-data",
    "A4.4 CLIProxyAPI#1292",
    { contents: [hello, model({ thoughtSignature: SIGNATURE }), hello] },
  ],
  ["error blank-text", "D empty text", { contents: [user({ text: "" })] }],
  ["error bad-role", "A4.5 types", { contents: [{ role: "system", parts: [{ text: "s" }] }, hello] }],
  [
    "error input-not-object",
    "A4.6 types",
    { contents: [hello, model(call("a", SIGNATURE, { args: "ls" as never })), user(response("a"))] },
  ],
  [
    "error response-not-object",
    "A4.6 types",
    { contents: [hello, asked, user(response("a", { response: "done" as never }))] },
  ],
  [
    "error signature-missing",
    "A4.7 thought-signatures",
    { contents: [hello, model(call("a")), user(response("a"))] },
  ],
  [
    "error signature-missing, warn signature-extra",
    "A4.7 the first of the step",
    { contents: [hello, model(call("a"), call("b", SIGNATURE)), user(response("a"), response("b"))] },
  ],
  [
    "error bad-signature",
    "A4.8 Corrupted thought signature",
    { contents: [hello, model(call("a", "no!")), user(response("a"))] },
  ],
  [
    "warn signature-extra",
    "A4.7 parallel calls have none",
    {
      contents: [
        hello,
        model(call("a", SIGNATURE), call("b", SIGNATURE)),
        user(response("a"), response("b")),
      ],
    },
  ],
  [
    "error missing-call-id",
    "A4.9 pi-ai requiresToolCallId",
    { contents: [hello, model({ ...oldCall, thoughtSignature: SIGNATURE }), user(oldResponse)] },
    { model: "gemini-3-pro-preview" },
  ],
  ["error result-mismatch", "A4.9 the id", { contents: [hello, asked, user(response("b"))] }],
  [
    "error result-mismatch",
    "A4.9 the name",
    { contents: [hello, asked, user(response("a", { name: "read" }))] },
  ],
  [
    "error duplicate-call-id",
    "D",
    { contents: [hello, model(call("a", SIGNATURE), call("a")), user(response("a"), response("a"))] },
  ],
  [
    "warn repeated-call-id",
    "D same id in two turns",
    { contents: [hello, asked, user(response("a")), asked, user(response("a"))] },
  ],
  [
    "error media-in-result",
    "A4.10 pi-ai, AI SDK",
    { contents: [hello, model(oldCall), user(response("a", { parts: [], id: undefined as never }))] },
    gemini2,
  ],
  ["warn first-not-user", "A4.11 conservative", { contents: [bye, hello] }],
  ["warn ends-with-assistant", "A4.11 conservative", { contents: [hello, bye] }],
  [
    "error misplaced-block, error orphan-result",
    "A4.3 a response in a content of the model",
    { contents: [hello, model(response("a")), hello] },
  ],
  ["error misplaced-block", "A4.5", { contents: [user({ text: "Hm.", thought: true })] }],
  [
    "warn bad-tool-name",
    "E10",
    {
      contents: [hello, model(call("a", SIGNATURE, { name: "1st" })), user(response("a", { name: "1st" }))],
    },
  ],
  ["error empty-data", "A1.25", { contents: [user({ inlineData: { mimeType: "image/png", data: "" } })] }],
  [
    "error bad-base64",
    "A1.25",
    { contents: [user({ inlineData: { mimeType: "image/png", data: "a-b_" } })] },
  ],
  ["error bad-mime-type", "types", { contents: [user({ inlineData: { mimeType: "png", data: PNG } })] }],
  ["error unknown-field", "types", { contents: [{ ...hello, timestamp: 1 }] }],
  [
    "error unknown-field, error part-data",
    "types",
    { contents: [{ role: "user", parts: [{ type: "text", content: "a" }] }] },
  ],
  ["error missing-field", "types", { contents: [{ role: "user" }] }],
  ["error wrong-type", "types", { contents: [{ role: "user", parts: "Hello" }] }],
  ["error unpaired-surrogate", "A1.28", { contents: [user({ text: HALF })] }],
  ["warn nul-character", "conservative", { contents: [user({ text: "\u0000" })] }],
  ["error empty", "the history has no messages", { contents: [] }],
];

testTable("gemini", checkGemini, valid, invalid);
