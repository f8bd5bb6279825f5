import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import { type GeminiPart, SKIP_SIGNATURE } from "../../../src/projection/targets/gemini.ts";
import { checkGemini } from "../../../src/testing/index.ts";
import { type Body, call, pathOf, result, turn, user } from "../build.ts";
import { PNG } from "../every-kind.ts";

const image: Body = { type: "image", mimeType: "image/png", data: PNG };
const blob = { inlineData: { mimeType: "image/png", data: PNG } };
const loop = pathOf(
  user("look"),
  turn(call("a"), call("b")),
  { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
  result("b", "no", { isError: true }),
);

function by(model: string, ...content: (string | Body)[]): Body {
  const { message } = turn(...content) as unknown as { message: object };
  return { type: "message", message: { ...message, model, api: "gemini" } };
}

describe("before Gemini 3", () => {
  const model = "gemini-2.5-pro";
  const body = render.gemini(project(loop), { model });

  it("calls and results have no ids, calls no signature, and images follow the results", () => {
    expect(checkGemini(body, { model })).toEqual([]);
    expect(body.contents.slice(1)).toEqual([
      {
        role: "model",
        parts: [{ functionCall: { name: "bash", args: {} } }, { functionCall: { name: "bash", args: {} } }],
      },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              name: "bash",
              response: { output: "(the output is the image that follows)" },
            },
          },
          { functionResponse: { name: "bash", response: { error: "no" } } },
          { text: "[From the result of the tool call bash:]" },
          blob,
        ],
      },
    ]);
  });
});

describe.each(["gemini-3.1-pro-preview", "gemini-10-flash", "gemini-flash-latest", undefined])(
  "since Gemini 3: %s",
  (model) => {
    const body = render.gemini(project(loop), { model });

    it("calls and results have ids, the first call a signature, and results hold their images", () => {
      expect(checkGemini(body)).toEqual([]);
      expect(body.contents.slice(1)).toEqual([
        {
          role: "model",
          parts: [
            { functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: SKIP_SIGNATURE },
            { functionCall: { id: "b", name: "bash", args: {} } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "a", name: "bash", response: { output: "" }, parts: [blob] } },
            { functionResponse: { id: "b", name: "bash", response: { error: "no" } } },
          ],
        },
      ]);
    });
  },
);

describe("signatures", () => {
  const model = "gemini-3.1-pro-preview";
  const signed = (part: Body) => ({ ...part, signature: "c2ln" });
  const text: Body = { type: "text", text: "Hi." };

  test.each<{ name: string; turn: Body; parts: GeminiPart[] }>([
    {
      name: "stay on any part of the model's own",
      turn: by(model, signed({ type: "thinking", thinking: "hm" }), signed(text), signed(call("a"))),
      parts: [
        { text: "hm", thought: true, thoughtSignature: "c2ln" },
        { text: "Hi.", thoughtSignature: "c2ln" },
        { functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: "c2ln" },
      ],
    },
    {
      name: "keep a blank text that has one",
      turn: by(model, signed({ type: "text", text: "" }), call("a")),
      parts: [
        { text: "", thoughtSignature: "c2ln" },
        { functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: SKIP_SIGNATURE },
      ],
    },
    {
      name: "stand on the first of parallel calls only",
      turn: by(model, signed(call("a")), signed(call("b"))),
      parts: [
        { functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: "c2ln" },
        { functionCall: { id: "b", name: "bash", args: {} } },
      ],
    },
    {
      name: "of another model are not sent",
      turn: by(
        "gemini-3-flash",
        signed({ type: "thinking", thinking: "hm" }),
        signed(text),
        signed(call("a")),
      ),
      parts: [
        { text: "Hi." },
        { functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: SKIP_SIGNATURE },
      ],
    },
    {
      name: "that are not base64 are not sent",
      turn: by(model, { ...call("a"), signature: "not base64!" }),
      parts: [{ functionCall: { id: "a", name: "bash", args: {} }, thoughtSignature: SKIP_SIGNATURE }],
    },
  ])("$name", ({ turn: said, parts }) => {
    expect(render.gemini(project(pathOf(user("go"), said)), { model }).contents[1]!.parts).toEqual(parts);
  });
});

it("names tools as Gemini takes it: a letter or _ first", () => {
  const path = pathOf(user("go"), turn({ type: "toolCall", id: "a", name: "2fast", input: {} }));
  const { contents } = render.gemini(project(path));
  expect(contents[1]!.parts[0]!.functionCall!.name).toBe("_2fast");
  expect(contents[2]!.parts[0]!.functionResponse!.name).toBe("_2fast");
});

it("joins two texts of one result, which would be two responses to one call otherwise", () => {
  const content = [
    { type: "text", text: "1" },
    { type: "text", text: "2" },
  ];
  const path = pathOf(user("go"), turn(call("a")), {
    type: "message",
    message: { role: "toolResult", toolCallId: "a", content },
  });
  expect(render.gemini(project(path)).contents[2]!.parts).toEqual([
    { functionResponse: { id: "a", name: "bash", response: { output: "1\n\n2" } } },
  ]);
});
