import { describe, expect, it, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import {
  BRANCH_PREFIX,
  BRANCH_SUFFIX,
  COMPACTION_PREFIX,
  COMPACTION_SUFFIX,
} from "../../src/projection/summaries.ts";
import { type Body, call, pathOf, repairsOf, result, shape, system, turn, user } from "./build.ts";

const compaction = (summary: string, fields: object = {}): Body => ({
  type: "compaction",
  summary,
  ...fields,
});
const summary = (text: string) => `user ${COMPACTION_PREFIX}${text}${COMPACTION_SUFFIX}`;

describe("a compaction", () => {
  test.each([
    ["null", { firstKeptEntryId: null }],
    ["absent", {}],
    ["its own id", { firstKeptEntryId: "e2" }],
  ])("keeps none when the first kept entry is %s", (_, fields) => {
    const projection = project(pathOf(user("a"), turn("b"), compaction("S", fields), user("c")));
    expect(shape(projection)).toEqual([summary("S"), "user c"]);
    expect(projection.provenance).toEqual(["e2", "e3"]);
    expect(projection.repairs).toEqual([]);
  });

  test.each(["nowhere", "e3"])("keeps none and says so when %s is kept", (firstKeptEntryId) => {
    const projection = project(
      pathOf(user("a"), turn("b"), compaction("S", { firstKeptEntryId }), user("c")),
    );
    expect(shape(projection)).toEqual([summary("S"), "user c"]);
    expect(repairsOf(projection)).toEqual(["kept-entry-missing e2"]);
  });

  it("puts its summary before what it keeps", () => {
    const path = pathOf(
      user("a"),
      turn("b"),
      user("c"),
      compaction("S", { firstKeptEntryId: "e2" }),
      turn("d"),
    );
    expect(shape(project(path, { ending: "as-is" }))).toEqual([summary("S"), "user c", "assistant d"]);
  });

  it("brings back raw entries behind an older one, whose own summary stays silent", () => {
    const path = pathOf(
      user("a"),
      turn("b"),
      compaction("old"),
      user("c"),
      compaction("new", { firstKeptEntryId: "e0" }),
    );
    expect(shape(project(path))).toEqual([summary("new"), "user a", "assistant b", "user c"]);
  });

  it("is passed over when its body is broken", () => {
    const broken = { ...compaction("x"), problem: "summary: not a string" };
    const projection = project(pathOf(user("a"), compaction("S"), user("b"), broken));
    expect(shape(projection)).toEqual([summary("S"), "user b"]);
    expect(repairsOf(projection)).toEqual(["bad-body e3"]);
  });

  it("says nothing when its summary is empty", () => {
    expect(shape(project(pathOf(user("a"), compaction(" "), user("b"))))).toEqual(["user b"]);
  });

  it("may replace the context by messages, in which calls are paired as anywhere", () => {
    const messages = [
      { role: "user", content: "before" },
      { role: "assistant", content: [call("x")] },
    ];
    const path = pathOf(
      user("a"),
      { type: "compaction", summary: "unused", messages },
      result("x", "ok"),
      user("b"),
    );
    const projection = project(path);
    expect(shape(projection)).toEqual(["user before", "assistant call:x", "x => ok", "user b"]);
    expect(projection.provenance).toEqual(["e1", "e1", "e2", "e3"]);
  });
});

describe("system messages", () => {
  it("keep their place without a compaction", () => {
    expect(shape(project(pathOf(system("1"), user("a"), system("2"), user("b"))))).toEqual([
      "system 1",
      "user a",
      "system 2",
      "user b",
    ]);
  });

  it("survive a compaction: those before it come first", () => {
    const path = pathOf(
      system("1"),
      user("a"),
      system("2"),
      user("b"),
      compaction("S", { firstKeptEntryId: "e1" }),
      system("3"),
      user("c"),
    );
    const projection = project(path);
    expect(shape(projection)).toEqual([
      "system 1",
      "system 2",
      summary("S"),
      "user a",
      "user b",
      "system 3",
      "user c",
    ]);
    expect(projection.provenance).toEqual(["e0", "e2", "e4", "e1", "e3", "e5", "e6"]);
  });

  it("come from the compaction's state, wherever the path starts", () => {
    const state = { system: [{ role: "system", content: "1" }] };
    const path = pathOf(system("1"), user("a"), compaction("S", { state }), user("b"));
    expect(shape(project(path))).toEqual(["system 1", summary("S"), "user b"]);
    expect(project(path.slice(2))).toEqual(project(path));
  });

  it("are replaced by those that the compaction's own messages bring", () => {
    const messages = [
      { role: "system", content: "new" },
      { role: "user", content: "u" },
    ];
    const path = pathOf(
      system("old"),
      user("a"),
      { type: "compaction", messages },
      compaction("S"),
      user("b"),
    );
    expect(shape(project(path.slice(0, 3)))).toEqual(["system new", "user u"]);
    expect(shape(project(path))).toEqual(["system new", summary("S"), "user b"]);
  });
});

describe("what enters the context", () => {
  it("a custom message as a user message, and a branch summary", () => {
    const path = pathOf(
      { type: "custom_message", customType: "note", content: "remember", display: false },
      { type: "branch_summary", fromId: "e9", summary: "tried B" },
      { type: "branch_summary", fromId: "e9", summary: "" },
    );
    expect(shape(project(path))).toEqual(["user remember", `user ${BRANCH_PREFIX}tried B${BRANCH_SUFFIX}`]);
  });

  it("a custom entry only by its rule", () => {
    const path = pathOf(
      { type: "custom", customType: "todo", data: 3 },
      { type: "custom", customType: "constructor" },
    );
    const todo = (data: unknown) => ({ role: "user" as const, content: `${String(data)} left` });
    expect(shape(project(path, { custom: { todo } }))).toEqual(["user 3 left"]);
    expect(shape(project(path, { custom: { todo: () => null } }))).toEqual([]);
    expect(shape(project(path))).toEqual([]);
  });

  test.each<Body>([
    { type: "model_change", model: "m" },
    { type: "thinking_level_change", thinkingLevel: "high" },
    { type: "usage", kind: "summary", model: "m", usage: {} },
    { type: "queue", operation: "enqueue", content: "later" },
    { type: "label", targetId: "e0", label: "here" },
    { type: "session_info", name: "n" },
    { type: "from_the_future", message: { role: "user", content: "x" } },
  ])("nothing of $type", (body) => {
    const projection = project(pathOf(user("a"), body));
    expect(shape(projection)).toEqual(["user a"]);
    expect(projection.repairs).toEqual([]);
  });

  it("nothing of a broken body, which is reported", () => {
    const projection = project(
      pathOf(user("a"), { type: "message", problem: "message: missing" }, user("b")),
    );
    expect(shape(projection)).toEqual(["user a", "user b"]);
    expect(projection.repairs).toEqual([{ kind: "bad-body", entryId: "e1", detail: "message: missing" }]);
  });

  it("nothing at all: a hint", () => {
    expect(project([])).toEqual({
      messages: [],
      provenance: [],
      timestamps: [],
      prefixIntact: [],
      model: null,
      thinkingLevel: null,
      queue: [],
      hints: [{ kind: "empty-context", detail: "there is no message to send" }],
      repairs: [],
    });
  });
});

describe("a gap", () => {
  const path = pathOf({ ...user("a"), gap: true }, turn("b"), { ...user("c"), gap: true });

  it("is bridged and reported; one at the start bridges nothing", () => {
    const projection = project(path);
    expect(shape(projection)).toEqual(["user a", "assistant b", "user c"]);
    expect(repairsOf(projection)).toEqual(["bridged-gap e2"]);
  });

  it("ends the history when it is not to be bridged", () => {
    const projection = project(path, { bridge: false });
    expect(shape(projection)).toEqual(["user c"]);
    expect(projection.repairs).toEqual([]);
  });
});
