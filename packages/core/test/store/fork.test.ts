import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { assistant, temporaryFolder, temporaryStore, toolCall, toolResult, user } from "../support/store.ts";

const rawLines = (file: string) => readFileSync(file, "latin1").split("\n").slice(0, -1);

describe("a fork", () => {
  test("copies the path byte for byte, and the labels of what it copied", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd, name: "work" });
    const { ids } = await session.append([user("one"), assistant("two"), user("three")]);
    await session.checkout(ids[1]!);
    const side = await session.append(user("side"));
    await session.label(ids[0]!, "start");
    await session.label(side.id, "not copied");
    const source = readFileSync(session.file);

    const fork = await store.fork(session, { at: ids[2]!, cwd });
    const lines = rawLines(session.file);
    expect(rawLines(fork.file).slice(1)).toEqual([lines[1], lines[2], lines[3], lines[6]]);
    expect(fork.header).toMatchObject({
      parentSession: session.id,
      forkedFrom: ids[2],
      relation: "fork",
      cwd,
    });
    expect(fork.header?.name).toBe("work (fork)");
    expect(fork.leaf).toBe(ids[2]);
    expect(fork.labels()).toEqual(new Map([[ids[0], "start"]]));
    expect(readFileSync(session.file)).toEqual(source);
    expect((await fork.damage()).length).toBe(0);
  });

  test("at an annotation stands at the node above it; before the first entry it is empty", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one"));
    await session.label(id, "here");
    const label = session.log.heads.find(({ type }) => type === "label")!;
    expect((await store.fork(session, { at: label.id, cwd })).leaf).toBe(id);
    const empty = await store.fork(session, { at: null, cwd });
    expect(empty.leaf).toBeNull();
    expect(rawLines(empty.file)).toHaveLength(1);
  });

  test("of a session that was never written works", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const fork = await store.fork(session, { cwd });
    await fork.append(user("one"));
    expect((await store.open(fork.file)).header?.parentSession).toBe(session.id);
  });

  test("keeps odd bytes, \\r, numbers and unknown fields", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd, eager: true });
    const odd =
      String.raw`{"type":"hologram","id":"h","parentId":null,"timestamp":"t","n":1e400,"big":9007199254740993,"__proto__":{"x":1},"s":"\ud800"}` +
      "\r";
    writeFileSync(session.file, `${rawLines(session.file)[0]!}\n${odd}\n`);
    const fork = await store.fork(await store.open(session.file), { cwd });
    expect(rawLines(fork.file)[1]).toBe(odd);
  });

  test("of a line whose parent is an annotation names the node above it", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd });
    const { id } = await session.append(user("one"));
    await session.label(id, "x");
    const label = session.log.heads.find(({ type }) => type === "label")!;
    await session.append(user("two", { parentId: label.id }));
    const fork = await store.fork(session, { cwd });
    expect(fork.log.tree.nodes.map(({ parent, gap }) => [parent?.head.id, gap])).toEqual([
      [undefined, undefined],
      [id, undefined],
    ]);
  });

  test("of a fork keeps unknown header fields", async () => {
    const { store, cwd } = await temporaryStore();
    const session = await store.create({ cwd, eager: true });
    const header = JSON.parse(rawLines(session.file)[0]!) as object;
    writeFileSync(session.file, `${JSON.stringify({ ...header, zeta: { a: 1 } })}\n`);
    const fork = await store.fork(await store.fork(await store.open(session.file), { cwd }), { cwd });
    expect(fork.header?.value).toMatchObject({ zeta: { a: 1 } });
  });
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("user"), text: fc.string() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("assistant"), text: fc.string() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("call"), id: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("result"), id: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("checkout"), to: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact"), from: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("edit"), target: fc.nat(), text: fc.option(fc.string()) }),
  },
);

test("projecting a fork gives what projecting its source at that entry gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(), async (steps, at) => {
      const store = await openStore({ memory: true });
      const session = await store.create({ cwd: "/p" });
      const ids: string[] = [];
      const pick = (index: number) => ids[index % Math.max(ids.length, 1)] ?? null;
      for (const one of steps) {
        if (one.kind === "checkout") await session.checkout(pick((one as { to: number }).to));
        else ids.push((await session.append(entryOf(one, pick))).id);
      }
      const entry = pick(at);
      const fork = await store.fork(session, { at: entry, cwd: "/p" });
      const source = await session.project({ at: entry });
      expect(await fork.project()).toEqual(source);
    }),
    { numRuns: 60 },
  );
});

function entryOf(one: Record<string, unknown>, pick: (index: number) => string | null) {
  switch (one["kind"]) {
    case "user":
      return user(String(one["text"]));
    case "call":
      return toolCall(`t${String(one["id"])}`);
    case "result":
      return toolResult(`t${String(one["id"])}`, "out");
    case "compact":
      return { type: "compaction", summary: "S", firstKeptEntryId: pick(Number(one["from"])) };
    case "edit": {
      const targetId = pick(Number(one["target"])) ?? "none";
      return { type: "context_edit", targetId, replacement: one["text"] as string | null };
    }
    default:
      return assistant(String(one["text"]));
  }
}

test("an import is the whole tree of its source, and importing again adds only what is new", async () => {
  const { store, cwd } = await temporaryStore();
  const file = join(temporaryFolder(), "2026-01-01T00-00-00-000Z_pi-one.jsonl");
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const message = (id: string, parentId: string | null, content: string) =>
    line({
      type: "message",
      id,
      parentId,
      timestamp: "2026-01-01T00:00:01Z",
      message: { role: "user", content },
    });
  const header = line({
    type: "session",
    version: 3,
    id: "pi-one",
    timestamp: "2026-01-01T00:00:00Z",
    cwd,
    extra: { a: 1 },
  });
  writeFileSync(
    file,
    header + message("a", null, "one") + message("b", "a", "two") + message("c", "a", "side"),
  );
  const source = readFileSync(file);

  const first = await store.import(file);
  expect(first).toMatchObject({ created: true, added: 3 });
  expect(first.session.header).toMatchObject({
    timestamp: "2026-01-01T00:00:00Z",
    cwd,
    origin: { dialect: "pi", id: "pi-one", file },
    value: { extra: { a: 1 } },
  });
  expect((await first.session.tree()).nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
    ["a", null],
    ["b", "a"],
    ["c", "a"],
  ]);
  expect(first.session.id).toMatch(/^019b76da-a800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await store.import(file)).toMatchObject({ created: false, added: 0 });
  expect(readFileSync(file)).toEqual(source);
  writeFileSync(file, source.toString() + message("d", "c", "more"));
  const more = await store.import(file);
  expect(more).toMatchObject({ created: false, added: 1 });
  expect([more.session.id, more.session.leaf]).toEqual([first.session.id, "d"]);
  expect((await store.resolve("pi-one", { cwd })).id).toBe(first.session.id);
});

test("an import keeps the source's active leaf", async () => {
  const { store, cwd } = await temporaryStore();
  const file = join(temporaryFolder(), "s.jsonl");
  const lines = [
    { type: "session", version: 3, id: "pi-two", timestamp: "2026-01-01T00:00:00Z", cwd },
    { type: "message", id: "a", parentId: null, timestamp: "t", message: { role: "user", content: "one" } },
    { type: "message", id: "b", parentId: "a", timestamp: "t", message: { role: "user", content: "two" } },
    { type: "label", id: "l", parentId: "a", timestamp: "t", targetId: "a", label: "L" },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { session } = await store.import(file);
  expect(session.leaf).toBe("a");
});

test("a fork keeps what its compaction keeps, also from an annotation on", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one", { id: "a" }));
  await session.append({ type: "session_info", id: "n", parentId: "a", name: "named" });
  await session.append(user("two", { id: "b", parentId: "n" }));
  await session.append({ type: "compaction", id: "c", parentId: "b", summary: "S", firstKeptEntryId: "n" });
  const source = await session.project();
  expect(source.provenance).toEqual(["c", "b"]);
  expect(await (await store.fork(session, { cwd })).project()).toEqual(source);
});

test("an import of a fork is a fork of the same session, with no lost parent", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("one", { parentId: session.id }));
  const fork = await store.fork(session, { cwd });
  const { session: imported } = await store.import(fork.file);
  expect(imported.header).toMatchObject({
    parentSession: session.id,
    forkedFrom: session.leaf,
    relation: "fork",
  });
  expect(imported.log.tree.nodes.map(({ gap }) => gap)).toEqual([undefined]);
});
