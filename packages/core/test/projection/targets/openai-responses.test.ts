import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { ResponsesItem } from "../../../src/projection/targets/openai-responses.ts";
import { type Body, call, pathOf, result, system, turn, user } from "../build.ts";
import { answer, PNG } from "../every-kind.ts";

function reasoning(fields: object = {}): Body {
  const summary = [{ type: "summary_text", text: "hm" }];
  const item = { type: "reasoning", id: "rs_1", summary, encrypted_content: "e", ...fields };
  return { type: "thinking", thinking: "hm", signature: JSON.stringify(item) };
}

const sentReasoning: ResponsesItem = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "hm" }],
  encrypted_content: "e",
};
const said = (content: string): ResponsesItem => ({ type: "message", role: "assistant", content });

/** What the API makes of a turn of the model it goes to. */
function itemsOf(...content: (string | Body)[]): ResponsesItem[] {
  const path = pathOf(user("go"), answer("openai-responses", ...content), user("ok"));
  return render.openaiResponses(project(path), { model: "m" }).input.slice(1, -1);
}

describe("reasoning", () => {
  it("goes back as the item that the signature holds, without what the server added", () => {
    expect(itemsOf(reasoning({ status: "completed", content: null }), "Hi.")).toEqual([
      sentReasoning,
      said("Hi."),
    ]);
  });

  test.each([
    { name: "no JSON", block: { type: "thinking", thinking: "hm", signature: "c2ln" } },
    { name: "no encrypted content", block: reasoning({ encrypted_content: null }) },
    { name: "an id of another kind", block: reasoning({ id: "msg_1" }) },
    { name: "another type of item", block: reasoning({ type: "message" }) },
  ])("is left out if its signature is $name", ({ block }) => {
    expect(itemsOf(block, "Hi.")).toEqual([said("Hi.")]);
  });

  it("is left out at the end of a turn", () => {
    expect(itemsOf("Hi.", reasoning())).toEqual([said("Hi.")]);
  });

  it("is sent once if the log has it twice", () => {
    const own = answer("openai-responses", reasoning(), "Hi.");
    const { input } = render.openaiResponses(project(pathOf(user("a"), own, user("b"), own)), { model: "m" });
    expect(input.filter(({ type }) => type === "reasoning")).toEqual([sentReasoning]);
  });
});

test.each([
  { signature: JSON.stringify({ v: 1, id: "msg_1", phase: "commentary" }), phase: "commentary" },
  { signature: JSON.stringify({ v: 1, id: "msg_1", phase: "final_answer" }), phase: "final_answer" },
  { signature: JSON.stringify({ v: 1, id: "msg_1", phase: "other" }), phase: undefined },
  { signature: "msg_1", phase: undefined },
])("a text signed $signature has the phase $phase and no id", ({ signature, phase }) => {
  const expected = phase === undefined ? said("Hi.") : { ...said("Hi."), phase };
  expect(itemsOf({ type: "text", text: "Hi.", signature })).toEqual([expected]);
});

it("puts the first system messages into the instructions, and later ones in their place", () => {
  const path = pathOf(system("You help."), user("go"), turn("Hi."), system("Be kind."), user("ok"));
  const { instructions, input } = render.openaiResponses(project(path), { system: "Be brief." });
  expect(instructions).toBe("Be brief.\n\nYou help.");
  expect(input[2]).toEqual({
    type: "message",
    role: "developer",
    content: [{ type: "input_text", text: "Be kind." }],
  });
});

it("puts images into outputs, but those of errors behind them", () => {
  const image = { type: "image", mimeType: "image/png", data: PNG };
  const sent = { type: "input_image", image_url: `data:image/png;base64,${PNG}`, detail: "auto" };
  const path = pathOf(
    user("look"),
    turn(call("a"), call("b"), call("c")),
    { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
    { type: "message", message: { role: "toolResult", toolCallId: "b", content: [image], isError: true } },
    result("c", "ok"),
  );
  expect(render.openaiResponses(project(path)).input.slice(4)).toEqual([
    { type: "function_call_output", call_id: "a", output: [sent] },
    { type: "function_call_output", call_id: "b", output: "(the output is the image that follows)" },
    { type: "function_call_output", call_id: "c", output: "ok" },
    {
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "[From the result of the tool call bash:]" }, sent],
    },
  ]);
});
