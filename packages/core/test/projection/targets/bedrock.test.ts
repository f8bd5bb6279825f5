import { describe, expect, it, test } from "vitest";
import { CONTINUE } from "../../../src/projection/alternation.ts";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { BedrockBody, BedrockOptions } from "../../../src/projection/targets/bedrock.ts";
import { checkBedrock } from "../../../src/testing/index.ts";
import { type Body, call, pathOf, result, system, turn, user } from "../build.ts";
import { everyKind, PNG } from "../every-kind.ts";

const CLAUDE = "anthropic.claude-opus-4-6-v1";
const looped = [user("go"), turn(call("a"), call("b")), result("a", "1"), result("b", "2")];

describe("toolConfig", () => {
  const given = { toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } };
  const stub = { toolSpec: { name: "bash", inputSchema: { json: { type: "object" } } } };

  test.each<{ name: string; path: Body[]; options: BedrockOptions; tools: object[] | undefined }>([
    { name: "a stub for each tool that the history calls", path: looped, options: {}, tools: [stub] },
    { name: "none where it calls none", path: [user("go")], options: {}, tools: undefined },
    { name: "the host's tools instead", path: looped, options: { tools: [given] }, tools: [given] },
    {
      name: "the host's tools without a call",
      path: [user("go")],
      options: { tools: [given] },
      tools: [given],
    },
    { name: "none where the host says so", path: looped, options: { tools: [] }, tools: undefined },
  ])("$name", ({ path, options, tools }) => {
    expect(render.bedrock(project(pathOf(...path)), options).toolConfig).toEqual(tools && { tools });
  });
});

describe("cacheBreakpoints", () => {
  const talk = [
    user("1"),
    turn("a"),
    user("2"),
    turn("b"),
    user("3"),
    turn("c"),
    user("4"),
    turn("d"),
    user("5"),
  ];

  test.each([
    { count: 0, points: [] },
    { count: 1, points: ["system"] },
    { count: 3, points: ["system", "4", "5"] },
    { count: 9, points: ["system", "3", "4", "5"] },
  ])("$count: behind the system prompt first, then in the last user messages", ({ count, points }) => {
    const body = render.bedrock(project(pathOf(system("You help."), ...talk)), { cacheBreakpoints: count });
    expect(checkBedrock(body)).toEqual([]);
    expect(pointsOf(body)).toEqual(points);
  });

  it("stands behind results, and before a text of the projection's own at the end", () => {
    const path = [...looped, turn("Done.")];
    const { messages } = render.bedrock(project(pathOf(...path)), { cacheBreakpoints: 1 });
    expect(messages.at(-1)!.content).toEqual([{ text: CONTINUE }]);
    expect(messages.at(-3)!.content.map((block) => Object.keys(block)[0])).toEqual([
      "toolResult",
      "toolResult",
      "cachePoint",
    ]);
  });
});

describe("content", () => {
  it("names empty keys of inputs, at any depth", () => {
    const path = pathOf(user("go"), turn(call("a", { "": [{ "": 1 }], b: "" })));
    expect(render.bedrock(project(path)).messages[1]!.content).toEqual([
      { toolUse: { toolUseId: "a", name: "bash", input: { _: [{ _: 1 }], b: "" } } },
    ]);
  });

  it("holds images as bytes", () => {
    const image = { type: "image", mimeType: "image/png", data: PNG };
    const path = pathOf({ type: "message", message: { role: "user", content: [image] } });
    expect(render.bedrock(project(path)).messages[0]!.content).toEqual([
      { image: { format: "png", source: { bytes: new Uint8Array(Buffer.from(PNG, "base64")) } } },
    ]);
  });

  it("holds the thinking of Claude, signed", () => {
    const ofClaude = everyKind("bedrock").map(({ entry }) => ({
      entry: JSON.parse(
        JSON.stringify(entry).replaceAll('"model":"m"', `"model":"${CLAUDE}"`),
      ) as typeof entry,
    }));
    const thought = render
      .bedrock(project(ofClaude))
      .messages.flatMap(({ content }) => content.filter((block) => "reasoningContent" in block));
    expect(thought).toEqual([
      { reasoningContent: { reasoningText: { text: "hm", signature: "c2ln" } } },
      { reasoningContent: { redactedContent: new Uint8Array(Buffer.from("c2ln", "base64")) } },
    ]);
  });

  it("says whether a result is an error", () => {
    const path = pathOf(
      user("go"),
      turn(call("a"), call("b")),
      result("a", "no", { isError: true }),
      result("b", "ok"),
    );
    expect(render.bedrock(project(path)).messages[2]!.content).toEqual([
      { toolResult: { toolUseId: "a", content: [{ text: "no" }], status: "error" } },
      { toolResult: { toolUseId: "b", content: [{ text: "ok" }], status: "success" } },
    ]);
  });
});

test.each([
  { model: CLAUDE, roles: ["user", "assistant", "user"] },
  { model: undefined, roles: ["user", "assistant", "user"] },
  { model: "amazon.nova-pro-v1:0", roles: ["user", "assistant", "user", "assistant", "user"] },
])("$model gets results and what the user says behind them in $roles.length messages", ({ model, roles }) => {
  const body = render.bedrock(project(pathOf(...looped, user("and?"))), { model });
  expect(body.messages.map(({ role }) => role)).toEqual(roles);
  expect(checkBedrock(body, model === undefined ? {} : { model })).toEqual([]);
});

/** What stands before a cache point. */
function pointsOf({ system: prompt = [], messages }: BedrockBody): string[] {
  const points = messages.flatMap(({ content }) =>
    content.flatMap((block, index) => {
      const before = content[index - 1];
      return "cachePoint" in block && before !== undefined && "text" in before ? [before.text] : [];
    }),
  );
  return prompt.some((block) => "cachePoint" in block) ? ["system", ...points] : points;
}
