import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/format/json.ts";
import { answers, bodyOf, calls, hook, line, note, read, result, says } from "./claude-code-log.ts";

function boundary(uuid: string, logicalParentUuid: string, compactMetadata: JsonObject = {}) {
  const about = { trigger: "manual", preTokens: 900, ...compactMetadata };
  return line("system", uuid, null, {
    subtype: "compact_boundary",
    logicalParentUuid,
    compactMetadata: about,
  });
}

function summary(uuid: string, parent: string | null, content = "the summary") {
  return says(uuid, parent, content, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
}

const SUMMARY = expect.stringContaining("the summary") as string;
const before = [says("u", null), answers("a", "u"), says("v", "a"), answers("b", "v"), hook("p", "b")];
const after = [says("w", "s"), answers("c", "w")];
const kept = { preservedSegment: { headUuid: "v", anchorUuid: "s", tailUuid: "b" } };
const listed = { preservedMessages: { anchorUuid: "s", uuids: ["v", "b"], allUuids: ["v", "b", "p"] } };

describe("a compaction", () => {
  test.each<[what: string, lines: JsonObject[], context: string[]]>([
    ["keeps nothing", [boundary("k", "p"), summary("s", "k"), ...after], ["user: w", "assistant: c"]],
    [
      "keeps a segment",
      [boundary("k", "p", kept), summary("s", "k"), ...after],
      ["user: v", "assistant: b", "user: w", "assistant: c"],
    ],
    [
      "keeps the lines it lists",
      [boundary("k", "p", listed), summary("s", "k"), ...after],
      ["user: v", "assistant: b", "user: w", "assistant: c"],
    ],
    [
      "stands at the end if what it names was never written",
      [boundary("k", "gone", kept), summary("s", "k"), ...after],
      ["user: v", "assistant: b", "user: w", "assistant: c"],
    ],
    [
      "keeps nothing that is not there",
      [boundary("k", "p", { preservedSegment: { headUuid: "gone" } }), summary("s", "k"), ...after],
      ["user: w", "assistant: c"],
    ],
    [
      "is followed by what names the last kept line",
      [boundary("k", "p", kept), summary("s", "k"), says("w", "b"), answers("c", "w")],
      ["user: v", "assistant: b", "user: w", "assistant: c"],
    ],
    ["is a summary alone in old logs", [summary("s", "p"), ...after], ["user: w", "assistant: c"]],
  ])("%s", (_what, lines, context) => {
    const log = read(...before, ...lines);
    expect(log.context).toEqual([SUMMARY, ...context, "user: Continue."]);
    expect(log.branches).toHaveLength(1);
  });

  test("hides nothing from who looks at the whole path", () => {
    const { conversation, entries } = read(...before, boundary("k", "p"), summary("s", "k"), ...after);
    expect(conversation).toEqual(["u", "a", "v", "b", "w", "c"]);
    expect(bodyOf(entries, "k")).toMatchObject({
      type: "compaction",
      tokensBefore: 900,
      details: { trigger: "manual" },
    });
  });

  test("may be taken back, by going on before it", () => {
    const { context } = read(...before, boundary("k", "p"), summary("s", "k"), ...after, says("x", "a"));
    expect(context).toEqual(["user: u", "assistant: a", "user: x"]);
  });

  test("without a summary replaces nothing", () => {
    const { context, entries } = read(...before, boundary("k", "p"), says("w", "k"));
    expect(context).toEqual(["user: u", "assistant: a", "user: v", "assistant: b", "user: w"]);
    expect(bodyOf(entries, "k")).toMatchObject({
      type: "custom",
      customType: "claude-code:system/compact_boundary",
    });
  });

  test("that writes old lines again counts each once, and keeps what is on the way to it", () => {
    const again = { preservedSegment: { headUuid: "c", anchorUuid: "s2", tailUuid: "h" } };
    const log = read(
      ...before,
      boundary("k", "p"),
      summary("s", "k", "an older one"),
      ...after,
      before[0]!,
      before[1]!,
      before[2]!,
      line("system", "h", "v", { subtype: "stop_hook_summary" }),
      boundary("k2", "h", again),
      summary("s2", "k2"),
      says("x", "s2"),
    );
    expect(log.context).toEqual([SUMMARY, "assistant: c", "user: x"]);
    expect([log.damage, log.branches.length]).toEqual([[], 1]);
  });

  test("a `summary` line is a title, and no compaction", () => {
    const log = read(...before, { type: "summary", summary: "About it", leafUuid: "b" });
    expect(log.context.slice(0, 2)).toEqual(["user: u", "assistant: a"]);
    expect(log.log.name()).toBe("About it");
  });
});

describe("results that were shortened", () => {
  const used = [
    says("u", null),
    calls("a", "u", "m", "t1", "t2"),
    result("r1", "a", "t1"),
    result("r2", "a", "t2"),
    answers("b", "r2"),
  ];

  test.each([
    [
      "by a small compaction",
      line("system", "k", "b", {
        subtype: "microcompact_boundary",
        microcompactMetadata: { compactedToolIds: ["t1", "gone"] },
      }),
      expect.stringContaining("cleared") as string,
    ],
    [
      "by what stands for it",
      note("content-replacement", { replacements: [{ toolUseId: "t1", replacement: "less" }] }),
      "toolResult: less",
    ],
  ])("%s", (_what, shortened, shown) => {
    const { context, entries } = read(...used, shortened);
    expect(context[2]).toEqual(shown);
    expect(context[3]).toBe("toolResult: result of t2");
    expect(entries.filter(({ type }) => type === "custom")).toHaveLength(1);
  });
});

describe("what was typed ahead", () => {
  const queued = (operation: string, content?: unknown) => note("queue-operation", { operation, content });

  test.each<[what: string, lines: JsonObject[], context: string[]]>([
    [
      "and taken as the next prompt is told once",
      [queued("enqueue", "v"), queued("dequeue"), says("v", "a")],
      ["user: v"],
    ],
    [
      "and sent in the middle of a turn is the person's",
      [queued("enqueue", "hurry"), queued("remove", "hurry")],
      ["user: hurry"],
    ],
    [
      "and told by an attachment, too, is told once",
      [
        queued("enqueue", "hurry"),
        queued("remove", "hurry"),
        line("attachment", "q", "a", { attachment: { type: "queued_command", prompt: "hurry" } }),
      ],
      ["user: hurry"],
    ],
    [
      "and told by an attachment alone is told",
      [
        line("attachment", "q", "a", {
          attachment: { type: "queued_command", prompt: [{ type: "text", text: "hurry" }] },
        }),
      ],
      ["user: hurry"],
    ],
    ["and taken back is not told", [queued("enqueue", "v"), queued("popAll", "v")], ["user: Continue."]],
  ])("%s", (_what, lines, context) => {
    expect(read(says("u", null), answers("a", "u"), ...lines).context.slice(2)).toEqual(context);
  });

  test("waits in the queue, in its order", () => {
    const lines = ["one", "two", "three"].map((text) => queued("enqueue", text));
    const { log } = read(says("u", null), ...lines, queued("remove", "two"));
    const queue = log.heads.filter(({ type }) => type === "queue").map((head) => log.decode(head).entry);
    expect(queue.map((entry) => (entry as { operation?: unknown })["operation"])).toEqual([
      "enqueue",
      "enqueue",
      "enqueue",
      "clear",
      "enqueue",
      "enqueue",
    ]);
  });
});

test("the model is told what hooks and files added, and not what was only noted", () => {
  const attach = (uuid: string, parent: string, attachment: JsonObject) =>
    line("attachment", uuid, parent, { attachment });
  const { context } = read(
    says("u", null),
    attach("h", "u", { type: "hook_additional_context", content: ["be kind"] }),
    attach("f", "h", {
      type: "file",
      filename: "/work/a",
      content: { type: "text", file: { filePath: "/work/a", content: "inside" } },
    }),
    attach("e", "f", { type: "hook_success", content: "done" }),
  );
  expect(context).toEqual(["user: u", "user: be kind", "user: /work/a:\n\ninside"]);
});
