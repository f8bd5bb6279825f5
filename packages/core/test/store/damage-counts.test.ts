import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryStore, user } from "../support/store.ts";

const line = (id: string, parentId: string | null, more: object = user("x")) =>
  JSON.stringify({ id, parentId, timestamp: "2026-01-01T00:00:00Z", ...more });

/** `{"type":…` first, as a writer puts it: else a torn line has no envelope. */
const written = (id: string, parentId: string | null) =>
  JSON.stringify({ type: "message", id, parentId, timestamp: "t", message: { role: "user", content: "x" } });

test.each([
  ["a sound log", [], []],
  ["a line that is no JSON", ["{nope\n"], ["not-json"]],
  ["a body that does not fit", [`${line("a", null, { type: "message", message: 7 })}\n`], ["bad-body"]],
  ["a parent that is gone", [`${line("a", "gone")}\n`], ["gap"]],
  ["a cycle", [`${line("a", "b")}\n${line("b", "a")}\n`], ["cycle"]],
  [
    "a torn line and its retry",
    [`${written("a", null).slice(0, -9)}\n${written("a", null)}\n`],
    ["duplicate-id"],
  ],
  [
    "a torn line, and its retry later",
    [`${written("a", null).slice(0, -9)}\n`, `${written("a", null)}\n`],
    ["duplicate-id"],
  ],
  [
    "a label of nothing, which is no damage",
    [`${line("a", null, { type: "label", targetId: "no", label: "l" })}\n`],
    [],
  ],
  ["a torn tail", ["{nope"], ["torn-tail"]],
])("%s: list, tree and doctor find the same, with an index and without", async (_name, texts, kinds) => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await store.create({ cwd, eager: true });
  for (const text of texts) {
    appendFileSync(file, text);
    await store.list();
  }
  const session = await store.open(file);
  expect((await session.tree()).damage.map(({ kind }) => kind)).toEqual(kinds);
  expect((await session.damage()).map(({ kind }) => kind)).toEqual(kinds);
  expect((await store.doctor()).damage.map(({ kind }) => kind)).toEqual(kinds);
  const plain = await openStore({ root, index: false });
  for (const one of [store, plain]) expect(await one.list()).toMatchObject([{ damage: kinds.length }]);
  await Promise.all([session.close(), plain.close()]);
});

test.each([
  ["a tool result", '{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"\\x"}]}', 1],
  ["what an answer says", '{"role":"assistant","content":[{"type":7}],"usage":{"inputTokens":5}}', 1],
  ["what stands beside it", '{"role":"assistant","content":[],"usage":{"inputTokens":-5}}', 2],
  ["a line that was cut short", '{"role":"toolResult","toolCallId":"c","content":"', 2],
])("%s: a list counts it only where it reads it, and doctor always", async (_name, message, counted) => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await store.create({ cwd, eager: true });
  const end = message.endsWith("}") ? "}" : "";
  const broken = `{"type":"message","id":"b","parentId":"a","timestamp":"t","message":${message}${end}`;
  appendFileSync(file, `${line("a", "gone")}\n${broken}\n`);
  expect((await store.doctor()).damage.map(({ kind }) => kind)).toEqual(["gap", "bad-body"]);
  const plain = await openStore({ root, index: false });
  for (const one of [store, plain])
    expect(await one.list()).toMatchObject([{ entries: 2, leaf: "b", damage: counted }]);
  await plain.close();
});
