import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { AiMessage } from "../../../src/projection/targets/ai-sdk.ts";
import { type Body, call, pathOf, result, system, turn, user } from "../build.ts";
import { answer, PNG } from "../every-kind.ts";

const item = JSON.stringify({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" });

function thought(signature: string | undefined, fields: object = {}): Body {
  return { type: "thinking", thinking: "hm", signature, ...fields };
}

/** The parts of a turn of the model that a request goes to. */
function partsOf(api: string, ...content: (string | Body)[]): AiMessage["content"] {
  const path = pathOf(user("go"), answer(api, ...content), user("ok"));
  return render.aiSdk(project(path), { model: "m" }).messages[1]!.content;
}

describe("reasoning goes back with what its provider wants", () => {
  test.each([
    { api: "anthropic-messages", block: thought("c2ln"), options: { anthropic: { signature: "c2ln" } } },
    {
      api: "anthropic-messages",
      block: thought("c2ln", { redacted: true, thinking: "" }),
      options: { anthropic: { redactedData: "c2ln" } },
    },
    { api: "bedrock", block: thought("c2ln"), options: { bedrock: { signature: "c2ln" } } },
    { api: "gemini", block: thought("c2ln"), options: { google: { thoughtSignature: "c2ln" } } },
    {
      api: "openai-responses",
      block: thought(item),
      options: { openai: { itemId: "rs_1", reasoningEncryptedContent: "e" } },
    },
  ])("$api", ({ api, block, options }) => {
    expect(partsOf(api, block, "Hi.")).toEqual([
      { type: "reasoning", text: block["thinking"], providerOptions: options },
      { type: "text", text: "Hi." },
    ]);
  });

  test.each([
    { name: "without a signature", api: "anthropic", block: thought(undefined) },
    { name: "of an API without signatures", api: "openai-chat", block: thought("c2ln") },
    { name: "of an unknown API", api: "other", block: thought("c2ln") },
    { name: "whose item cannot be sent back", api: "openai-responses", block: thought("c2ln") },
  ])("and is left out $name", ({ api, block }) => {
    expect(partsOf(api, block, "Hi.")).toEqual([{ type: "text", text: "Hi." }]);
  });
});

test.each([
  { api: "gemini", signature: "c2ln", providerOptions: { google: { thoughtSignature: "c2ln" } } },
  {
    api: "openai-responses",
    signature: JSON.stringify({ v: 1, id: "msg_1", phase: "commentary" }),
    providerOptions: { openai: { phase: "commentary" } },
  },
])("a signed text of $api keeps what it is signed with", ({ api, signature, providerOptions }) => {
  expect(partsOf(api, { type: "text", text: "Hi.", signature })).toEqual([
    { type: "text", text: "Hi.", providerOptions },
  ]);
});

it("puts every system message into the instructions", () => {
  const path = pathOf(system("You help."), user("go"), system("Be kind."), turn("Hi."), user("ok"));
  const { instructions, messages } = render.aiSdk(project(path), { system: "Be brief." });
  expect(instructions).toBe("Be brief.\n\nYou help.\n\nBe kind.");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

it("has one text for a result, and its images behind all results", () => {
  const image = { type: "image", mimeType: "image/png", data: PNG };
  const content = [{ type: "text", text: "1" }, image, { type: "text", text: "2" }];
  const path = pathOf(
    user("look"),
    turn(call("a"), call("b")),
    { type: "message", message: { role: "toolResult", toolCallId: "a", content } },
    result("b", "no", { isError: true }),
  );
  const output = { type: "tool-result", toolName: "bash" };
  expect(render.aiSdk(project(path)).messages.slice(2)).toEqual([
    {
      role: "tool",
      content: [
        { ...output, toolCallId: "a", output: { type: "text", value: "1\n\n2" } },
        { ...output, toolCallId: "b", output: { type: "error-text", value: "no" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "[From the result of the tool call bash:]" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: PNG } },
      ],
    },
  ]);
});
