import { expect, test } from "vitest";
import { answer, call, readChat, user } from "./gemini-chat.ts";

const [u1, a1, u2, a2] = [user("u1"), answer("a1"), user("u2"), answer("a2")];

test("the first messages of a chat are told as all others are", () => {
  const { path, entries } = readChat({ $set: { messages: [u1, a1] } }, u2);
  expect(path).toEqual(["u1", "a1", "u2"]);
  expect(entries.map(({ type }) => type)).not.toContain("compaction");
});

test("the same messages say nothing new", () => {
  const parts = { ...a1, content: [{ text: "say a1" }] };
  const { path } = readChat(u1, a1, { $set: { messages: [u1, parts] } }, u2);
  expect(path).toEqual(["u1", "a1", "u2"]);
});

test("more messages follow", () => {
  const { path } = readChat(u1, { $set: { messages: [u1, a1, u2] } }, a2);
  expect(path).toEqual(["u1", "a1", "u2", "a2"]);
});

test("the last ones are gone: they stay as a branch", () => {
  const { path, leaves } = readChat(u1, a1, u2, a2, { $set: { messages: [u1, a1] } }, user("u3"));
  expect(path).toEqual(["u1", "a1", "u3"]);
  expect(leaves).toEqual(["a2", "u3"]);
});

test("a result that is masked is an edit", () => {
  const calls = (output: string) => answer("a1", "", { toolCalls: [call("c1", output)] });
  const { path, said, entries } = readChat(u1, calls("long"), u2, a2, {
    $set: { messages: [u1, calls("…"), u2, a2] },
  });
  expect(said).toEqual(["user: ask u1", "call: c1", "toolResult: …", "user: ask u2", "assistant: say a2"]);
  expect(path.at(-1)).toBe("a1:c1:edit");
  expect(JSON.stringify(entries[2])).toContain("long");
});

test("new messages for all others are a compaction that keeps none", () => {
  const summary = user("s1", "<state_snapshot>…</state_snapshot>");
  const {
    path,
    said,
    summary: listed,
  } = readChat(u1, a1, { $set: { messages: [summary, answer("s2")] } }, u2);
  expect(path).toEqual(["u1", "a1", expect.stringMatching(/^v1-/), "s1", "s2", "u2"]);
  expect(said).toEqual(["user: <state_snapshot>…</state_snapshot>", "assistant: say s2", "user: ask u2"]);
  expect(listed.title).toBe("ask u1");
});

test("new messages for the first ones are a compaction that keeps the last ones", () => {
  const context = user("g0", "<session_context>…</session_context>");
  const more = user("u3");
  const messages = [context, user("s1", "the summary"), answer("s2"), u2, a2];
  const { path, said, entries, summary } = readChat(context, u1, a1, u2, a2, { $set: { messages } }, more);
  expect(said).toEqual([
    "user: <session_context>…</session_context>",
    "user: the summary",
    "assistant: say s2",
    "user: ask u2",
    "assistant: say a2",
    "user: ask u3",
  ]);
  expect(entries.find(({ type }) => type === "compaction")).toMatchObject({
    firstKeptEntryId: "u2",
    gemini: { messages: ["g0", "s1", "s2", "u2", "a2"] },
  });
  expect(path.slice(-1)).toEqual(["u3"]);
  expect(summary.messages).toBe(5);
});

test("one compaction after the other keeps what the last one says", () => {
  const s1 = user("s1", "first summary");
  const t1 = user("t1", "second summary");
  const u3 = user("u3");
  const { said } = readChat(u1, a1, u2, { $set: { messages: [s1, u2] } }, u3, {
    $set: { messages: [t1, u3] },
  });
  expect(said).toEqual(["user: second summary", "user: ask u3"]);
});

test("what goes back before a compaction sees what stood before it", () => {
  const s1 = user("s1", "summary");
  const { said, leaves } = readChat(
    u1,
    a1,
    u2,
    { $set: { messages: [s1, u2] } },
    { $rewindTo: "u2" },
    user("u3"),
  );
  expect(said).toEqual(["user: ask u1", "assistant: say a1", "user: ask u3"]);
  expect(leaves).toHaveLength(2);
});

test("an empty list replaces nothing: Gemini CLI passes over it", () => {
  expect(readChat(u1, { $set: { messages: [] } }, a1).path).toEqual(["u1", "a1"]);
});
