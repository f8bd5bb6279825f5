import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRANCHED, idOf } from "../support/entries.ts";
import { Workspace } from "../support/workspace.ts";

test("new: the id on stdout, what to do next on stderr", async () => {
  const answer = await new Workspace().run("new");
  // The time tells the first 8 characters of a new id.
  expect(answer.replace(/append [0-9a-f]{8} /, "append <short> ")).toMatchInlineSnapshot(`
    "<uuid>

    ! Made an empty session in ~/project
    ! Next: sessions append <short> < messages.jsonl
    exit 0"
  `);
});

test("new --json, with a name", async () => {
  const workspace = new Workspace();
  const { value } = await workspace.json(["new", "--name", "flaky tests"]);
  expect(Object.keys(value)).toEqual(["id", "file", "cwd", "parentSession", "forkedFrom", "leaf"]);
  expect(value).toMatchObject({ cwd: workspace.project, parentSession: null, forkedFrom: null, leaf: null });
  expect((await workspace.json("list")).value[0]).toMatchObject({ id: value.id, name: "flaky tests" });
});

test("append: messages and entries, in one batch", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("one", []);
  const stdin = `{"role":"user","content":"hi"}\n{"type":"custom","customType":"x","data":1,"id":"${idOf(2)}"}\n`;
  const { value } = await workspace.json("append", { stdin });
  expect(value).toEqual({ id: "one", entries: [expect.any(String), idOf(2)], leaf: idOf(2) });
  expect(readFileSync(file, "utf8")).toContain('"size":2');
});

test("append for a person", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  const stdin = `{"type":"message","id":"${idOf(1)}","message":{"role":"user","content":"hi"}}`;
  expect(await workspace.run("append one", { stdin })).toMatchInlineSnapshot(`
    "entry-00000001

    ! Appended 1 entry to one; the active leaf is 00000001
    exit 0"
  `);
});

test.each([
  ["a line that is no JSON", '{"role":"user","content":"a"}\nnope\n'],
  ["a message without content", '\n{"role":"user","content":"a"}\n{"role":"user"}\n'],
  ["nothing", "\n"],
])("append %s: an error, and nothing written", async (_name, stdin) => {
  const workspace = new Workspace();
  const file = await workspace.session("one", []);
  const before = readFileSync(file);
  expect(await workspace.run("append", { stdin })).toMatchSnapshot();
  expect(readFileSync(file)).toEqual(before);
});

test("append from a keyboard is no use", async () => {
  expect(await new Workspace().run("append")).toMatchInlineSnapshot(`
    "! error: nothing to append
    ! hint: Give entries or messages on stdin, one JSON object a line.
    exit 2"
  `);
});

test("fork: up to an entry, included", async () => {
  const workspace = new Workspace();
  await workspace.session("source", BRANCHED, { name: "Flaky tests" });
  expect(await workspace.run("fork source --at before-fix")).toMatchInlineSnapshot(`
    "<uuid>

    ! Forked from source, up to 00000005
    ! Next: sessions continue
    exit 0"
  `);
  const later = { now: new Date("2026-01-02T12:00:01.000Z") };
  const { value } = await workspace.json("fork source@before-fix", later);
  expect(value).toMatchObject({
    parentSession: "source",
    forkedFrom: idOf(5),
    leaf: idOf(5),
    cwd: workspace.project,
  });
  expect((await workspace.json("list", later)).value[0]).toMatchObject({
    id: value.id,
    name: "Flaky tests (fork)",
  });
});

test("fork: of another directory's session, into this one", async () => {
  const workspace = new Workspace();
  await workspace.session("source", BRANCHED, { cwd: workspace.home });
  expect(await workspace.run("fork source@before-fix")).toContain(
    "! Forked from source, up to 00000005, into ~/project\n",
  );
});

test("fork: an entry given twice", async () => {
  const workspace = new Workspace();
  await workspace.session("source", BRANCHED);
  expect(await workspace.run("fork source@before-fix --at ~1")).toMatchInlineSnapshot(`
    "! error: an entry is given twice: @before-fix and --at ~1
    exit 2"
  `);
});

test("checkout, by label, by ~n, with @, before the first entry", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect(await workspace.run("checkout before-fix")).toMatchInlineSnapshot(`
    "one

    ! The active leaf is 00000005
    ! Next: sessions append < messages.jsonl
    exit 0"
  `);
  expect((await workspace.json(["checkout", "one", idOf(7)])).value.leaf).toBe(idOf(7));
  expect((await workspace.json("checkout one@~1")).value.leaf).toBe(idOf(5));
  expect((await workspace.json("checkout ~1")).value.leaf).toBe(null);
});

test("label, and --clear", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect(await workspace.run("label 00000009 done")).toMatchInlineSnapshot(`
    "one

    ! Labelled 00000009 as done
    exit 0"
  `);
  expect(await workspace.run("label one before-fix --clear")).toMatchInlineSnapshot(`
    "one

    ! Cleared the label of 00000005
    exit 0"
  `);
  expect(await workspace.run("label one@done finished")).toMatchInlineSnapshot(`
    "one

    ! Labelled 00000009 as finished
    exit 0"
  `);
  expect(
    (await workspace.json("tree")).value.nodes.flatMap(({ labels }: { labels: string[] }) => labels),
  ).toEqual(["finished"]);
  expect(await workspace.run("label done")).toMatchInlineSnapshot(`
    "! error: cannot tell entry and label
    ! hint: sessions label [session] <entry> <label>, or sessions label [session] <entry> --clear
    exit 2"
  `);
});

test("tag, and --off", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  expect(await workspace.run("tag wip")).toMatchInlineSnapshot(`
    "one

    ! Tagged as wip
    exit 0"
  `);
  expect((await workspace.json("tag one later")).value.tags).toEqual(["wip", "later"]);
  expect((await workspace.json("tag wip --off")).value.tags).toEqual(["later"]);
});

test("rename with a name that lacks its quotes", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  expect(await workspace.run("rename flaky tests")).toMatchInlineSnapshot(`
    "! error: No session matches "flaky"
    ! hint: A name of several words needs quotes: sessions rename [session] "the name"
    exit 3"
  `);
});

test("rename, and an empty name", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  expect(await workspace.run(["rename", "flaky tests"])).toMatchInlineSnapshot(`
    "one

    ! Named flaky tests
    exit 0"
  `);
  expect((await workspace.json(["rename", "flaky tests", ""])).value.name).toBe(null);
});

test("move: a session, or a directory", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  await workspace.session("two", []);
  const to = join(workspace.home, "elsewhere");
  expect((await workspace.json(["move", "one", "--to", to])).value).toMatchObject({ id: "one", cwd: to });
  expect(await workspace.run(["move", "--from", ".", "--to", to])).toMatchInlineSnapshot(`
    "two

    ! Moved 1 session to ~/elsewhere
    exit 0"
  `);
  expect((await workspace.json("list")).value).toEqual([]);
  expect(await workspace.run(["move", "--from", ".", "--to", to])).toMatchInlineSnapshot(`
    "! error: Cannot move any session in ~/project
    ! hint: Only native sessions move; fork others.
    exit 3"
  `);
  expect(await workspace.run(["move", "--to", to])).toMatchInlineSnapshot(`
    "! error: give a session or --from
    ! hint: sessions move <session> --to DIR, or sessions move --from DIR --to DIR
    exit 2"
  `);
});
