import { generateText, type ModelMessage, modelMessageSchema } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import { everyKind } from "../every-kind.ts";
import { anyWirePath, renderOptions } from "../random-wire.ts";

/** `pnpm test:long` asks for many more. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 300);
const timeout = 20_000 + numRuns * 100;

const history = z.array(modelMessageSchema);

/** A model of the SDK's own that answers at once: what stands before it is the real `generateText`. */
function answering(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: "text", text: "ok" }],
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    },
  });
}

describe("the AI SDK", () => {
  it("knows every field of a rendering", { timeout }, () => {
    fc.assert(
      fc.property(anyWirePath, renderOptions, (path, options) => {
        const { messages } = render.aiSdk(project(path), options);
        // What the schema does not know it leaves out.
        expect(history.parse(messages)).toEqual(messages);
      }),
      { numRuns },
    );
  });

  it("takes any rendering as the history of generateText", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWirePath, renderOptions, async (path, options) => {
        const { instructions, messages } = render.aiSdk(project(path), options);
        // No context at all: the SDK refuses an empty list, which the hint tells of.
        fc.pre(messages.length > 0);
        const model = answering();
        const { text } = await generateText({ model, messages, ...(instructions && { instructions }) });
        expect(text).toBe("ok");
        expect(model.doGenerateCalls).toHaveLength(1);
      }),
      { numRuns },
    );
  });

  it("hands all of a rendering on to its provider", async () => {
    const model = answering();
    const { instructions = "", messages } = render.aiSdk(project(everyKind()), { system: "Be brief." });
    await generateText({ model, instructions, messages });
    const sent = model.doGenerateCalls[0]!.prompt;
    expect(sent.map(({ role }) => role)).toEqual(["system", ...messages.map(({ role }) => role)]);
    expect(sent[0]).toMatchObject({ content: instructions });
  });

  it("would have refused a call without a result", async () => {
    const messages: ModelMessage[] = [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "x", toolName: "bash", input: {} }] },
    ];
    await expect(generateText({ model: answering(), messages })).rejects.toThrow("Tool result");
  });
});
