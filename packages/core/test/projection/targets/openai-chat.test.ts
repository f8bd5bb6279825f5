import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { ChatFlavor } from "../../../src/projection/targets/openai-chat.ts";
import { RESULTS_READ } from "../../../src/projection/wire/results-alone.ts";
import { checkOpenAIChat } from "../../../src/testing/index.ts";
import { type Body, call, pathOf, result, system, turn, user } from "../build.ts";
import { PNG } from "../every-kind.ts";

const thinking: Body = { type: "thinking", thinking: "hm" };
const path = pathOf(
  { type: "model_change", provider: "p", model: "m" },
  system("You help."),
  user("go"),
  { type: "message", message: { role: "assistant", model: "m", content: [thinking, call("a", { x: 1 })] } },
  result("a", "ok"),
  user("and?"),
  system("Be kind."),
  turn("Done."),
  user("thanks"),
);
const callOf = (id: string) => ({
  id,
  type: "function",
  function: { name: "bash", arguments: '{"x":1}' },
});

describe("flavors", () => {
  it("openai: system messages in place, no thinking", () => {
    expect(render.openaiChat(project(path), { flavor: "openai" }).messages).toEqual([
      { role: "system", content: "You help." },
      { role: "user", content: "go" },
      { role: "assistant", content: null, tool_calls: [callOf("a")] },
      { role: "tool", tool_call_id: "a", content: "ok" },
      { role: "user", content: "and?" },
      { role: "system", content: "Be kind." },
      { role: "assistant", content: "Done." },
      { role: "user", content: "thanks" },
    ]);
  });

  it("deepseek: one system message, and its thinking, or an empty one, on every turn", () => {
    expect(render.openaiChat(project(path), { flavor: "deepseek" }).messages).toEqual([
      { role: "system", content: "You help.\n\nBe kind." },
      { role: "user", content: "go" },
      { role: "assistant", content: null, reasoning_content: "hm", tool_calls: [callOf("a")] },
      { role: "tool", tool_call_id: "a", content: "ok" },
      { role: "user", content: "and?" },
      { role: "assistant", content: "Done.", reasoning_content: "" },
      { role: "user", content: "thanks" },
    ]);
  });

  it("mistral: ids of nine characters, and a word of the model between results and the user", () => {
    const { messages } = render.openaiChat(project(path), { flavor: "mistral" });
    const id = "6f3d685d8";
    expect(messages.slice(0, 6)).toEqual([
      { role: "system", content: "You help.\n\nBe kind." },
      { role: "user", content: "go" },
      { role: "assistant", content: null, tool_calls: [callOf(id)] },
      { role: "tool", tool_call_id: id, content: "ok" },
      { role: "assistant", content: RESULTS_READ },
      { role: "user", content: "and?" },
    ]);
  });

  test.each<{ provider: string | undefined; flavor: ChatFlavor }>([
    { provider: "mistral", flavor: "mistral" },
    { provider: "Mistral AI", flavor: "mistral" },
    { provider: "deepseek", flavor: "deepseek" },
    { provider: "kimi-coding", flavor: "deepseek" },
    { provider: "moonshotai", flavor: "deepseek" },
    { provider: "openai", flavor: "openai" },
    { provider: "openrouter", flavor: "openai" },
    { provider: undefined, flavor: "openai" },
  ])("the provider $provider has the rules of $flavor", ({ provider, flavor }) => {
    const given = render.openaiChat(project(path), { model: "m", provider });
    expect(given).toEqual(render.openaiChat(project(path), { model: "m", provider, flavor }));
    expect(checkOpenAIChat(given, { flavor })).toEqual([]);
  });
});

describe("images", () => {
  const image: Body = { type: "image", mimeType: "image/png", data: PNG };
  const looked = pathOf(
    user("look"),
    turn(call("a"), call("b")),
    { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
    result("b", "ok"),
  );

  it.each<{ flavor: ChatFlavor; roles: string[] }>([
    { flavor: "openai", roles: ["tool", "tool", "user"] },
    { flavor: "mistral", roles: ["tool", "tool", "assistant", "user"] },
  ])("$flavor: those of results follow all results", ({ flavor, roles }) => {
    const { messages } = render.openaiChat(project(looked), { flavor });
    expect(messages.slice(2).map(({ role }) => role)).toEqual(roles);
    expect(messages[2]).toMatchObject({ content: "(the output is the image that follows)" });
    expect(messages.at(-1)).toEqual({
      role: "user",
      content: [
        { type: "text", text: "[From the result of the tool call bash:]" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
      ],
    });
  });
});

test.each([
  { input: { x: 1 }, sent: '{"x":1}' },
  { input: '{ "x": 1 }', sent: '{ "x": 1 }' },
  { input: '{"x":', sent: '{"rawInvalidInput":"{\\"x\\":"}' },
  { input: [1], sent: '{"rawInvalidInput":[1]}' },
])("a call's input $input is sent as $sent", ({ input, sent }) => {
  const { messages } = render.openaiChat(project(pathOf(user("go"), turn(call("a", input)))));
  expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: sent } }] });
});
