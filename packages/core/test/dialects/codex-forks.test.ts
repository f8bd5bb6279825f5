import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { Responses } from "../../src/usage/responses.ts";
import { responseUsage } from "../../src/usage/response-usage.ts";
import {
  bytesOf,
  codexHome,
  context,
  event,
  meta,
  PARENT,
  rollout,
  rolloutName,
  says,
  THREAD,
  tokens,
  write,
} from "./codex-rollouts.ts";
import { activePath, logOf, tell } from "./tell.ts";

describe("a fork by copy", () => {
  const shared = () => [
    context(),
    says("user", "one"),
    says("assistant", "1", { id: "msg_1" }),
    tokens([10, 0, 1, 0], [10, 0, 1, 0]),
  ];
  const parent = [meta(PARENT), ...shared(), says("user", "two"), says("assistant", "2")];
  const fork = [meta(THREAD, { forked_from_id: PARENT }), meta(PARENT), ...shared(), says("user", "three")];

  test("is told with its own lines, and knows where it left its parent", () => {
    const { file } = codexHome({ [PARENT]: bytesOf(...parent), [THREAD]: bytesOf(...fork) });
    const { header, entries } = tell(codex, file());
    const theirs = tell(codex, file(PARENT)).entries.find(
      ({ type, message }) => type === "message" && JSON.stringify(message).includes("msg_1"),
    );
    expect(header).toMatchObject({
      id: THREAD,
      parentSession: PARENT,
      relation: "fork",
      forkedFrom: theirs!.id,
    });
    expect(entries.map(({ id }) => id)).toContain(theirs!.id);
    expect(activePath(logOf(codex, file()))).toEqual(["user: one", "assistant: 1", "user: three"]);
  });

  test("does not count again what its parent used", () => {
    const { file } = codexHome({ [PARENT]: bytesOf(...parent), [THREAD]: bytesOf(...fork) });
    const responses = new Responses();
    for (const { entries } of [tell(codex, file(PARENT)), tell(codex, file())]) {
      for (const entry of entries) {
        const used = responseUsage(entry);
        if (used !== undefined) responses.take(used);
      }
    }
    expect([...responses].map(({ usage }) => usage)).toEqual([expect.objectContaining({ inputTokens: 10 })]);
  });

  test("of a fork has the ids of the first of them", () => {
    const other = "0198aaaa-0000-7000-8000-000000000003";
    const second = [meta(other, { forked_from_id: THREAD }), ...fork.slice(0, -1), says("user", "four")];
    const { file } = codexHome({ [PARENT]: bytesOf(...parent), [other]: bytesOf(...second) });
    const ids = (thread: string) =>
      tell(codex, file(thread))
        .entries.filter(({ type }) => type === "message")
        .map(({ id }) => id);
    expect(ids(other).slice(0, 2)).toEqual(ids(PARENT).slice(0, 2));
    expect(ids(other)[2]).not.toBe(ids(PARENT)[2]);
  });

  test("that leaves out what its parent has rolled back has its ids all the same", () => {
    const [one, two, three] = ["one", "two", "three"].map((text) => [
      says("user", text),
      says("assistant", `${text}!`),
    ]);
    const back = event("thread_rolled_back", { num_turns: 1 });
    const { file } = codexHome({
      [PARENT]: bytesOf(meta(PARENT), ...one!, ...two!, back, ...three!),
      [THREAD]: bytesOf(meta(THREAD, { forked_from_id: PARENT }), meta(PARENT), ...one!, ...three!),
    });
    const ids = (thread: string) =>
      tell(codex, file(thread))
        .entries.filter(({ type }) => type === "message")
        .map(({ id }) => id);
    const theirs = ids(PARENT);
    expect(ids(THREAD)).toEqual([...theirs.slice(0, 2), ...theirs.slice(4)]);
  });

  test("whose parent is gone is whole all the same", () => {
    const { header, notices } = tell(codex, rollout(...fork));
    expect(header).toMatchObject({ parentSession: PARENT, relation: "fork" });
    expect(header).not.toHaveProperty("forkedFrom");
    expect(notices).toEqual([]);
  });

  test("without its first line is no second copy of its parent", () => {
    const { file } = codexHome({ [THREAD]: bytesOf("{broken\n", ...fork.slice(1)) });
    expect(tell(codex, file()).header?.["id"]).toBe(THREAD);
  });
});

describe("a fork by reference", () => {
  const head = bytesOf(
    meta(PARENT, { history_mode: "paginated" }),
    context(),
    says("user", "one"),
    says("assistant", "1"),
  );
  const parent = head + bytesOf(says("user", "two"));
  const base = { thread_id: PARENT, end_ordinal_exclusive: 4, end_byte_offset: Buffer.byteLength(head) };
  const own = bytesOf(
    meta(THREAD, { history_mode: "paginated", forked_from_id: PARENT, history_base: base }),
    says("user", "three"),
  );

  test("begins with its parent's lines, as far as it says", () => {
    const { file } = codexHome({ [PARENT]: parent, [THREAD]: own });
    const { header, entries } = tell(codex, file());
    expect(activePath(logOf(codex, file()))).toEqual(["user: one", "assistant: 1", "user: three"]);
    expect(header).toMatchObject({ parentSession: PARENT, relation: "fork", forkedFrom: entries.at(-2)!.id });
    expect(tell(codex, file(PARENT)).entries.map(({ id }) => id)).toContain(header!["forkedFrom"]);
  });

  test("goes on from an earlier file of its own thread", () => {
    const { home } = codexHome({});
    const name = (hour: string) => join(home, "sessions", rolloutName(THREAD, `2026-06-01T${hour}-00-00`));
    const first = bytesOf(meta(), says("user", "one"));
    const at = { thread_id: THREAD, end_byte_offset: Buffer.byteLength(first) };
    write(name("10"), first + bytesOf(says("user", "taken back")));
    write(name("11"), bytesOf(meta(THREAD, { history_base: at }), says("user", "two")));
    expect(activePath(logOf(codex, name("11")))).toEqual(["user: one", "user: two"]);
    expect(tell(codex, name("11")).header).not.toHaveProperty("parentSession");
    expect([...codex.translation!.sessions(home)].map((session) => session.file)).toEqual([name("11")]);
  });

  test.each([
    ["is gone", {}],
    ["is no rollout", { [PARENT]: "nothing\nhere" }],
    [
      "goes on from it in turn",
      { [PARENT]: bytesOf(meta(PARENT, { history_base: { thread_id: THREAD, end_byte_offset: 9 } })) },
    ],
  ])("whose parent %s is partial, and says so", (_what, others) => {
    const { file } = codexHome({ [THREAD]: own, ...others });
    expect(activePath(logOf(codex, file()))).toEqual(["user: three"]);
    expect(tell(codex, file()).notices).toEqual([expect.stringContaining("cannot be read")]);
  });
});
