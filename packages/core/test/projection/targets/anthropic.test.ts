import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { CONTINUE } from "../../../src/projection/alternation.ts";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import { STALE_REMINDER } from "../../../src/projection/stale.ts";
import type { AnthropicBody } from "../../../src/projection/targets/anthropic.ts";
import type { RenderNotes } from "../../../src/projection/wire/render-options.ts";
import { checkAnthropic } from "../../../src/testing/index.ts";
import { type Body, call, pathOf, result, system, turn, user } from "../build.ts";
import { answer, PNG } from "../every-kind.ts";
import { anyWirePath, renderOptions } from "../random-wire.ts";

const thinking: Body = { type: "thinking", thinking: "hm", signature: "c2ln" };
const image: Body = { type: "image", mimeType: "image/png", data: PNG };
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

describe("cacheBreakpoints", () => {
  test.each([
    { count: undefined, marks: [] },
    { count: 0, marks: [] },
    { count: -1, marks: [] },
    { count: 1, marks: ["system"] },
    { count: 2, marks: ["system", "5"] },
    { count: 3, marks: ["system", "4", "5"] },
    { count: 4, marks: ["system", "3", "4", "5"] },
    { count: 5, marks: ["system", "3", "4", "5"] },
  ])("$count: on the system prompt first, then on the last user messages", ({ count, marks }) => {
    const projection = project(pathOf(system("You help."), ...talk));
    expect(marksOf(render.anthropic(projection, { cacheBreakpoints: count }))).toEqual(marks);
  });

  it.each([
    { count: 1, marks: ["5"] },
    { count: 4, marks: ["2", "3", "4", "5"] },
  ])("$count: all on user messages where there is no system prompt", ({ count, marks }) => {
    expect(marksOf(render.anthropic(project(pathOf(...talk)), { cacheBreakpoints: count }))).toEqual(marks);
  });

  it("marks the last block of a message, be it a result", () => {
    const path = pathOf(user("go"), turn(call("a"), call("b")), result("a", "1"), result("b", "2"));
    expect(marksOf(render.anthropic(project(path), { cacheBreakpoints: 1 }))).toEqual(["b"]);
  });

  it("marks no text of the projection's own at the end, which the next request may not have", () => {
    const path = pathOf(user("go"), turn(call("a")), result("a", "1"), turn("Done."));
    const body = render.anthropic(project(path), { cacheBreakpoints: 1 });
    expect(JSON.stringify(body.messages.at(-1))).toContain(CONTINUE);
    expect(marksOf(body)).toEqual(["a"]);

    const staleAfter = { milliseconds: 1, now: new Date("2027-01-01T00:00:00Z") };
    const stale = render.anthropic(project(pathOf(user("go")), { staleAfter }), { cacheBreakpoints: 1 });
    expect(JSON.stringify(stale.messages.at(-1))).toContain(STALE_REMINDER);
    expect(marksOf(stale)).toEqual(["go"]);
  });

  it("never makes a request that the API refuses", () => {
    fc.assert(
      fc.property(anyWirePath, renderOptions, fc.integer({ min: 0, max: 6 }), (path, options, count) => {
        const body = render.anthropic(project(path), { ...options, cacheBreakpoints: count });
        fc.pre(body.messages.length > 0);
        expect(checkAnthropic(body)).toEqual([]);
        expect(marksOf(body).length).toBeLessThanOrEqual(Math.min(count, 4));
      }),
    );
  });
});

describe("results", () => {
  it("hold images, but errors hold text alone: the images of these follow all results", () => {
    const path = pathOf(
      user("go"),
      turn(call("a"), call("b"), call("c")),
      { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
      { type: "message", message: { role: "toolResult", toolCallId: "b", content: [image], isError: true } },
      result("c", "ok"),
      user("so"),
    );
    expect(render.anthropic(project(path)).messages.at(-1)!.content).toEqual([
      { type: "tool_result", tool_use_id: "a", content: [imageBlock()] },
      {
        type: "tool_result",
        tool_use_id: "b",
        content: [{ type: "text", text: "(the output is the image that follows)" }],
        is_error: true,
      },
      { type: "tool_result", tool_use_id: "c", content: [{ type: "text", text: "ok" }] },
      { type: "text", text: "[From the result of the tool call bash:]" },
      imageBlock(),
      { type: "text", text: "so" },
    ]);
  });
});

describe("thinking", () => {
  it("goes back as it came", () => {
    const redacted = { type: "thinking", thinking: "", signature: "ZGF0YQ==", redacted: true };
    const path = pathOf(user("go"), answer("anthropic", { ...thinking, thinking: "" }, redacted, "Hi."));
    expect(render.anthropic(project(path), { model: "m" }).messages[1]).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "", signature: "c2ln" },
        { type: "redacted_thinking", data: "ZGF0YQ==" },
        { type: "text", text: "Hi." },
      ],
    });
  });
});

describe("hints", () => {
  const own = (...content: (string | Body)[]) => answer("anthropic", ...content);
  const edit: Body = { type: "context_edit", targetId: "e0", replacement: "gone" };

  test.each<{ name: string; path: Body[]; hints: string[] }>([
    { name: "a plain talk", path: [user("go"), own("Hi."), user("ok")], hints: [] },
    {
      name: "results of calls without thinking: a request with thinking turned on is refused",
      path: [user("go"), own(call("a")), result("a", "ok")],
      hints: ["thinking-adaptive-or-off", "tools-needed"],
    },
    {
      name: "results of calls with thinking",
      path: [user("go"), own(thinking, call("a")), result("a", "ok")],
      hints: ["tools-needed"],
    },
    {
      name: "results of another model's calls",
      path: [
        user("go"),
        { type: "message", message: { role: "assistant", model: "other", content: [thinking, call("a")] } },
        result("a", "ok"),
      ],
      hints: ["thinking-adaptive-or-off", "tools-needed"],
    },
    {
      name: "calls further back",
      path: [user("go"), own(call("a")), result("a", "ok"), own("Done."), user("ok")],
      hints: ["tools-needed"],
    },
    {
      name: "an edit before thinking",
      path: [user("secret"), own(thinking, "Hi."), edit, user("ok")],
      hints: ["history-changed"],
    },
    {
      name: "an edit before a turn without thinking",
      path: [user("secret"), own("Hi."), edit, user("ok")],
      hints: [],
    },
    {
      name: "a system message behind thinking: it joins the prompt before it",
      path: [user("go"), own(thinking, "Hi."), system("Be kind."), user("ok")],
      hints: ["history-changed"],
    },
    {
      name: "thinking behind the system message",
      path: [user("go"), system("Be kind."), own(thinking, "Hi."), user("ok")],
      hints: [],
    },
  ])("$name", ({ path, hints }) => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    render.anthropic(project(pathOf(...path)), { model: "m", notes });
    expect(notes.hints.map(({ kind }) => kind).sort()).toEqual(hints.sort());
  });

  it("name the tools that the history calls, each once", () => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    const read = { type: "toolCall", id: "b", name: "fs.read", input: {} };
    render.anthropic(project(pathOf(user("go"), turn(call("a"), read, call("c")))), { notes });
    expect(notes.hints).toContainEqual({ kind: "tools-needed", detail: "the history calls bash, fs_read" });
  });
});

function imageBlock() {
  return { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
}

interface AnyBlock {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
}

/** What is marked, by its text or its call's id. */
function marksOf({ system: prompt = [], messages }: AnthropicBody): string[] {
  const blocks = messages.flatMap(({ content }) => [...content] as AnyBlock[]);
  const marked = blocks
    .filter((block) => "cache_control" in block)
    .map((block) => block.tool_use_id ?? block.text ?? block.type);
  return prompt.some((block) => "cache_control" in block) ? ["system", ...marked] : marked;
}
