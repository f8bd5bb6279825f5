import { describe, expect, it, test } from "vitest";
import { project } from "../../../src/projection/project.ts";
import type { RenderNotes } from "../../../src/projection/wire/render-options.ts";
import { IMAGE_OMITTED, IMAGE_UNUSABLE } from "../../../src/projection/wire/images.ts";
import { TARGETS } from "../all-targets.ts";
import { call, pathOf, result, system, turn, user } from "../build.ts";
import { everyKind, PNG } from "../every-kind.ts";

/** The signature of the thinking in `everyKind`. */
const SIGNATURE = "c2ln";
/** The bytes of the first pixels of an image, as Bedrock gets them. */
const FIRST_BYTES = '"0":137,"1":80,"2":78';

describe.each(TARGETS)("$name", (target) => {
  const family = /^[a-z]+(?:-[a-z]+)*/.exec(target.name)![0];
  const projection = project(everyKind(family));
  const sent = (options: object) => JSON.stringify(target.render(projection, options));

  it("gets a text in place of images where the model takes none", () => {
    const [images, none] = [sent({}), sent({ images: false })];
    expect(images.includes(PNG) || images.includes(FIRST_BYTES)).toBe(true);
    expect(images).not.toContain(IMAGE_OMITTED);
    expect(none.includes(PNG) || none.includes(FIRST_BYTES)).toBe(false);
    expect(none).toContain(IMAGE_OMITTED);
  });

  it("gets another text in place of an image that no API takes", () => {
    const image = { type: "image", mimeType: "image/png", data: "no base64" };
    const path = pathOf({ type: "message", message: { role: "user", content: [image] } });
    expect(JSON.stringify(target.render(project(path), {}))).toContain(IMAGE_UNUSABLE);
  });

  it("gets no thinking where the host drops it", () => {
    // Of what `everyKind` holds the others take no thinking at all: Bedrock only Claude's, OpenAI only its own items.
    const takes = ["anthropic", "openai-chat (deepseek)", "gemini", "pi"].includes(target.name);
    expect(sent({}).includes('"hm"')).toBe(takes);
    expect(sent({ thinking: "drop" })).not.toContain('"hm"');
    expect(sent({ thinking: "drop" })).not.toContain(SIGNATURE);
  });

  it("gets no thinking of another model, of another provider or of the same by another API", () => {
    for (const options of [{ model: "other" }, { model: "m", provider: "other" }])
      expect(sent(options)).not.toContain('"hm"');
    const others = project(everyKind(family === "anthropic" ? "gemini" : "anthropic"));
    if (target.name !== "pi" && target.name !== "ai-sdk")
      expect(JSON.stringify(target.render(others, {}))).not.toContain('"hm"');
  });

  it("gets the host's system prompt before the log's, in one", () => {
    expect(sent({ system: "Be brief." })).toContain(JSON.stringify("Be brief.\n\nYou help."));
  });

  it("is not told a blank system prompt", () => {
    expect(sent({ system: " \n" })).toBe(sent({}));
  });

  it("gets the same whether or not the host takes notes", () => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    expect(sent({ notes, images: false })).toBe(sent({ images: false }));
    expect(notes.repairs).toContainEqual({
      kind: "image-omitted",
      entryId: "e2",
      detail: "a text stands in place of an image",
    });
  });
});

const thinking = { type: "thinking", thinking: "hm", signature: "c2ln" };
const own = (...content: Parameters<typeof turn>) => {
  const { message } = turn(...content) as unknown as { message: object };
  return { type: "message", message: { ...message, model: "m" } };
};

describe.each(TARGETS)("the notes of a rendering for $name", (target) => {
  test.each([
    { name: "first turn of the model", path: [turn("hi"), user("yes")], kinds: ["opening-inserted e0"] },
    { name: "blank message", path: [user("go"), user(" ")], kinds: ["turn-dropped e1"] },
    {
      name: "turn with thinking alone",
      path: [user("go"), own(thinking), user("well?")],
      kinds: ["thinking-dropped e1", "turn-dropped e1"],
    },
    {
      name: "turn that was left out between two others",
      path: [user("go"), turn("a"), user(" "), turn("b"), user("c")],
      kinds: ["turn-dropped e2", "continue-inserted e1"],
    },
    {
      name: "text behind a call",
      path: [user("go"), turn(call("a"), "Called."), result("a", "ok")],
      kinds: ["calls-moved e1"],
    },
    {
      name: "unsafe tool name",
      path: [user("go"), turn({ type: "toolCall", id: "a", name: "fs.read", input: {} }), result("a", "ok")],
      kinds: ["tool-name-changed e1"],
    },
    {
      name: "white space at the end of a turn",
      path: [user("go"), turn("Done. \n"), user("ok")],
      kinds: ["space-trimmed e1"],
    },
    { name: "nothing to say", path: [user("go"), turn("Done."), user("ok")], kinds: [] },
  ])("$name", ({ path, kinds }) => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    target.render(project(pathOf(...path)), { model: "m", notes });
    const told = notes.repairs.filter(({ kind }) => kind !== "call-id-changed");
    expect(told.map(({ kind, entryId }) => `${kind} ${entryId}`)).toEqual(kinds);
  });

  it("names a call whose id is not sent as it is", () => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    target.render(project(pathOf(user("go"), turn(call("a:1")), result("a:1", "ok"))), { notes });
    const changed = notes.repairs.filter(({ kind }) => kind === "call-id-changed");
    expect(changed).toEqual([
      { kind: "call-id-changed", entryId: "e1", detail: expect.stringMatching(/^a:1 is sent as \w+$/) },
    ]);
  });

  it("hints that there is nothing to send", () => {
    const notes: RenderNotes = { repairs: [], hints: [] };
    target.render(project(pathOf(system("You help."), user(" "))), { notes });
    expect(notes.hints.map(({ kind }) => kind)).toEqual(["empty-context"]);
  });
});
