import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CutsToolCallError, InvalidEntryError, NotFoundError } from "../../src/errors.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import type { Session } from "../../src/store/session.ts";
import { assistant, temporaryStore, toolCall, toolResult, user } from "../support/store.ts";

async function sessionOf(...entries: NewEntry[]): Promise<{ session: Session; ids: string[] }> {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  const ids: string[] = [];
  for (const entry of entries) ids.push((await session.append(entry)).id);
  return { session, ids };
}

const roles = async (session: Session) => (await session.project()).messages.map(({ role }) => role);
const repairs = async (session: Session) => (await session.project()).repairs.map(({ kind }) => kind);
const lineCount = ({ file }: Session) => readFileSync(file, "utf8").split("\n").length;

const work = [user("go"), toolCall("x"), toolResult("x", "ok"), assistant("done")];

describe("a clean boundary", () => {
  const late = [user("go"), toolCall("x"), assistant("hm"), toolResult("x", "late")];

  test.each<[string, NewEntry[], boolean]>([
    ["nothing", [], true],
    ["a user message", [user("go")], true],
    ["a whole turn", work, true],
    ["an open call", [user("go"), toolCall("x")], false],
    ["a user message behind an open call", [toolCall("x"), user("well?")], false],
    ["a call that was answered too late", late, false],
    ["an orphan result", [user("go"), toolResult("x", "?")], true],
  ])("%s: %#", async (_name, entries, clean) => {
    const { session } = await sessionOf(...entries);
    expect(await session.isCleanBoundary()).toBe(clean);
  });

  test("is judged at any entry, and where a compaction cuts a call away it matters no more", async () => {
    const { session, ids } = await sessionOf(...late);
    expect(await Promise.all(ids.map((id) => session.isCleanBoundary(id)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await session.compact({ summary: "S", keepFrom: null });
    expect(await session.isCleanBoundary()).toBe(true);
    await expect(session.isCleanBoundary("no")).rejects.toThrow(NotFoundError);
  });
});

describe("closing an interrupted turn", () => {
  test("answers each open call, once, as one batch under the leaf", async () => {
    const calls = ["x", "y", "z"].map((id) => ({ type: "toolCall", id, name: "bash", input: {} }));
    const turn = { type: "message", message: { role: "assistant", content: calls } };
    const { session, ids } = await sessionOf(user("go"), turn, toolResult("y", "ok"));
    const { messages } = await session.project();

    const closed = await session.closeInterruptedTurn();
    expect(closed).toMatchObject({ leaf: session.leaf, id: session.leaf });
    const path = await session.path();
    expect(path.slice(ids.length).map(({ entry }) => entry)).toMatchObject([
      {
        parentId: ids.at(-1),
        batch: { size: 2 },
        message: { toolCallId: "x", interrupted: true, isError: true },
      },
      { id: session.leaf, message: { toolCallId: "z", toolName: "bash", interrupted: true } },
    ]);
    expect((await session.project()).messages).toEqual(messages);
    expect(await session.isCleanBoundary()).toBe(true);
    expect(await session.closeInterruptedTurn()).toBeNull();
  });

  test("needs no repair on the next read, in another process too", async () => {
    const { store, cwd } = await temporaryStore();
    const before = await store.create({ cwd });
    await before.append([user("go"), toolCall("x")]);
    const resumed = (await store.continue({ cwd }))!;
    await resumed.closeInterruptedTurn();
    const { repairs: found, messages } = await (await store.continue({ cwd }))!.project();
    expect(found).toEqual([]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult"]);
  });

  test("writes once when it is asked twice at a time", async () => {
    const { session } = await sessionOf(toolCall("x"));
    const [first, second] = await Promise.all([
      session.closeInterruptedTurn(),
      session.closeInterruptedTurn(),
    ]);
    expect([first === null, second]).toEqual([false, null]);
  });

  test("writes nothing when nothing is open, into no file at all", async () => {
    const { session } = await sessionOf(...work);
    const lines = lineCount(session);
    expect(await session.closeInterruptedTurn()).toBeNull();
    expect(lineCount(session)).toBe(lines);
    expect(await (await sessionOf()).session.closeInterruptedTurn()).toBeNull();
  });

  test("keeps a real result that comes after all", async () => {
    const { session } = await sessionOf(toolCall("x"));
    await session.closeInterruptedTurn();
    await session.append(toolResult("x", "it ran"));
    expect(await roles(session)).toEqual(["assistant", "toolResult", "user"]);
  });
});

describe("compact", () => {
  test("keeps the last turn behind a summary, and the whole state", async () => {
    const state: NewEntry[] = [
      { type: "message", message: { role: "system", content: "be kind" } },
      { type: "thinking_level_change", thinkingLevel: "high" },
      { type: "queue", operation: "enqueue", content: "later" },
    ];
    const { session, ids } = await sessionOf(...state, ...work, user("more"), assistant("yes"));
    const usage = { inputTokens: 7 };
    const compacted = await session.compact({
      summary: "S",
      keepFrom: { turns: 1 },
      usage,
      details: { by: "me" },
    });
    expect(compacted.leaf).toBe(compacted.id);
    expect((await session.path()).at(-1)!.entry).toEqual({
      type: "compaction",
      id: compacted.id,
      parentId: ids.at(-1),
      timestamp: expect.any(String) as string,
      summary: "S",
      firstKeptEntryId: ids.at(-2),
      state: {
        model: { provider: "p", model: "m" },
        thinkingLevel: "high",
        queue: ["later"],
        system: [{ role: "system", content: "be kind" }],
      },
      written: { offset: expect.any(Number) as number, version: 2 },
      tokensBefore: expect.any(Number) as number,
      usage,
      details: { by: "me" },
    });
    expect(await roles(session)).toEqual(["system", "user", "user", "assistant", "user"]);
    const { model, thinkingLevel, queue } = await session.project();
    expect({ model, thinkingLevel, queue }).toEqual({
      model: { provider: "p", model: "m" },
      thinkingLevel: "high",
      queue: ["later"],
    });
    expect(await session.path()).toHaveLength(ids.length + 1);
  });

  test("refuses to part a call from its result, and writes nothing", async () => {
    const { session, ids } = await sessionOf(...work);
    const lines = lineCount(session);
    const refused = session.compact({ summary: "S", keepFrom: ids[2]! });
    await expect(refused).rejects.toThrow(CutsToolCallError);
    await expect(refused).rejects.toMatchObject({
      callEntryId: ids[1],
      resultEntryId: ids[2],
      keepFrom: ids[1],
    });
    expect([lineCount(session), session.leaf]).toEqual([lines, ids.at(-1)]);
  });

  test("keeps an open turn open: its result is answered behind the compaction", async () => {
    const { session, ids } = await sessionOf(user("go"), toolCall("x"));
    await expect(session.compact({ summary: "S", keepFrom: null })).rejects.toMatchObject({
      code: "CUTS_TOOL_CALL",
      resultEntryId: null,
    });
    await session.compact({ summary: "S", keepFrom: ids[1]! });
    await session.append(toolResult("x", "ok"));
    expect(await roles(session)).toEqual(["user", "assistant", "toolResult"]);
    expect(await repairs(session)).toEqual([]);
  });

  test("takes an annotation for the node above it", async () => {
    const { session, ids } = await sessionOf(...work, user("more"));
    await session.label(ids[0]!, "start");
    const label = [...session.log.heads].at(-1)!.id;
    await session.append(assistant("yes"));
    await session.compact({ summary: "S", keepFrom: label });
    expect((await session.path()).at(-1)!.entry).toMatchObject({ firstKeptEntryId: ids.at(-1) });
  });

  test("finds no entry that is unknown, on another branch, or already replaced", async () => {
    const { session, ids } = await sessionOf(...work, user("more"));
    const keepFrom = (id: string) => session.compact({ summary: "S", keepFrom: id });
    await expect(keepFrom("no")).rejects.toThrow(NotFoundError);
    await session.checkout(ids[3]!);
    await expect(keepFrom(ids[4]!)).rejects.toThrow(NotFoundError);
    await keepFrom(ids[3]!);
    await expect(keepFrom(ids[1]!)).rejects.toThrow(NotFoundError);
    await keepFrom(ids[3]!);
  });

  test("does not take what is no summary", async () => {
    const { session } = await sessionOf(...work);
    const summary = 7 as unknown as string;
    await expect(session.compact({ summary, keepFrom: null })).rejects.toThrow(InvalidEntryError);
  });
});

describe("replacing the context", () => {
  test("gives the model those messages, and loses no history", async () => {
    const { session, ids } = await sessionOf(...work);
    const { id } = await session.replaceContext([
      { role: "user", content: "all new" },
      { role: "assistant", content: [{ type: "toolCall", id: "y", name: "bash", input: {} }] },
      { role: "toolResult", toolCallId: "y", content: "ok", own: true },
    ]);
    const { messages, provenance, repairs: found, model } = await session.project();
    expect(messages).toEqual([
      { role: "user", content: [{ type: "text", text: "all new" }] },
      { role: "assistant", content: [{ type: "toolCall", id: "y", name: "bash", input: {} }] },
      { role: "toolResult", toolCallId: "y", content: [{ type: "text", text: "ok" }] },
    ]);
    expect({ provenance, found, model }).toEqual({
      provenance: [id, id, id],
      found: [],
      model: { provider: "p", model: "m" },
    });
    expect((await session.path()).map(({ entry }) => entry.id)).toEqual([...ids, id]);
    expect((await session.tree()).nodes.map((node) => node.id)).toEqual([...ids, id]);
    await session.checkout(ids.at(-1)!);
    expect(await roles(session)).toEqual(["user", "assistant", "toolResult", "assistant", "user"]);
  });

  test.each([
    ["keeps the system messages of the session", [], ["old"]],
    ["takes system messages of its own instead", [{ role: "system" as const, content: "new" }], ["new"]],
  ])("%s", async (_name, own, system) => {
    const { session } = await sessionOf(
      { type: "message", message: { role: "system", content: "old" } },
      user("go"),
    );
    await session.replaceContext([...own, { role: "user", content: "all new" }]);
    await session.append(user("next"));
    const { messages } = await session.project();
    expect(messages.slice(0, -2)).toEqual(
      system.map((text) => ({ role: "system", content: [{ type: "text", text }] })),
    );
  });

  test("clears the context with no messages at all, even in an empty session", async () => {
    const { session } = await sessionOf();
    await session.replaceContext([]);
    expect((await session.project()).hints).toMatchObject([{ kind: "empty-context" }]);
  });

  test("refuses what are no messages, and writes nothing", async () => {
    const { session, ids } = await sessionOf(...work);
    const messages = [{ role: "user" }] as unknown as Parameters<Session["replaceContext"]>[0];
    await expect(session.replaceContext(messages)).rejects.toThrow(InvalidEntryError);
    expect(session.leaf).toBe(ids.at(-1));
  });
});
