import type { NewEntry } from "@session-tree/core";
import { expect, test } from "vitest";
import { assistant, BRANCHED, idOf, user } from "../support/entries.ts";
import { piSession } from "../support/pi-session.ts";
import { Workspace } from "../support/workspace.ts";

async function branched(): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.session("branched", BRANCHED, { name: "Flaky tests" });
  await workspace.session(
    "elsewhere",
    [user(1, null, "東京都の timer を測定する"), assistant(2, 1, "No timer.")],
    {
      cwd: workspace.home,
    },
  );
  return workspace;
}

test("a terminal gets what to type next, whose words they are, and the words", async () => {
  const workspace = await branched();
  expect(await workspace.run("search timer", { terminal: 80 })).toMatchInlineSnapshot(`
    "[33melsewher@entry-00000001[39m  [1m[36muser[39m[22m  [2m1 h ago · ~ · 東京都の timer を測定する[22m
      東京都の [1m[31mtimer[39m[22m を測定する

    [33melsewher@entry-00000002[39m  [32massistant[39m  [2m1 h ago · ~ · 東京都の timer を測定する[22m
      No [1m[31mtimer[39m[22m.

    [33mbranched@entry-00000005[39m  [32massistant[39m  [2m1 h ago · Flaky tests[22m
      The [1m[31mtimer[39m[22m leaks.

    ! [2mNext: sessions show elsewher@entry-00000001, sessions fork elsewher@entry-00000001[22m
    exit 0"
  `);
});

test.each(["search wanted", "list -n 1", "stats --all", "fork wanted --cwd /"])(
  "the short id that `%s` shows is one that can be typed back: no other session has it",
  async (line) => {
    const workspace = new Workspace();
    const used: NewEntry = { type: "usage", kind: "tool", model: "m", usage: { inputTokens: 1 } };
    await workspace.session("0192a3f1-aaaa-7000-8000-000000000001", [user(1, null, "another")]);
    await workspace.session("0192a3f1-bbbb-7000-8000-000000000002", [user(2, null, "wanted"), used], {
      name: "wanted",
    });
    expect(await workspace.run(`${line} --no-color`, { terminal: 80 })).toContain("0192a3f1-b");
  },
);

test.each([
  ["one ending", "one-00000001", "two-00000001"],
  ["a counter", "entry-1", "reentry-1"],
  ["a counter behind a name", "one-000000000001", "two-000000000001"],
  ["UUIDs of one machine", "0192a3f1-aaaa-11f0-8000-4f2d6c1b9a01", "0192a3f2-aaaa-11f0-8000-4f2d6c1b9a01"],
  ["UUIDs", "0192a3f1-aaaa-7000-8000-4f2d6c1b9a01", "0192a3f1-aaaa-7000-8000-4f2d6c1b9a02"],
])("each handle leads to its entry: ids with %s", async (_what, first, second) => {
  const workspace = new Workspace();
  await workspace.session("handles", [
    { ...user(1, null, "find one"), id: first },
    { ...user(2, null, "find two"), id: second, parentId: first },
  ]);
  const lines = (await workspace.run("search find --no-color", { terminal: 80 })).split("\n");
  const handles = lines.flatMap((line) => /^\S+@\S+/.exec(line) ?? []);
  expect(handles).toHaveLength(2);
  for (const handle of handles) {
    const { value } = await workspace.json(`show ${handle}`);
    expect([first, second].filter((id) => value.leaf === id)).toHaveLength(1);
    expect(lines[lines.findIndex((line) => line.startsWith(handle)) + 1]).toContain(
      value.leaf === first ? "one" : "two",
    );
  }
});

test("without colours, hits stand between guillemets", async () => {
  const workspace = await branched();
  expect(await workspace.run("search timer --no-color --sort newest -n 2", { terminal: 80 }))
    .toMatchInlineSnapshot(`
    "branched@entry-00000005  assistant  1 h ago · Flaky tests
      The «timer» leaks.

    elsewher@entry-00000002  assistant  1 h ago · ~ · 東京都の timer を測定する
      No «timer».

    ! Next: sessions show branched@entry-00000005, sessions fork branched@entry-00000005
    exit 0"
  `);
});

test("a pipe gets one line a hit", async () => {
  const workspace = await branched();
  expect(await workspace.run("search timer role:user since:2026-01-01")).toMatchInlineSnapshot(`
    "elsewhere	entry-00000001	user	2026-01-02T10:01:00.000Z	native	<home>	東京都の timer を測定する	東京都の timer を測定する

    exit 0"
  `);
});

test("scripts get every field, and the handle that show and fork take", async () => {
  const workspace = await branched();
  const { value } = await workspace.json("search fake");
  const [hit] = value;
  expect(hit).toMatchObject({
    session: { id: "branched", name: "Flaky tests", dialect: "native", archived: false },
    entryId: idOf(6),
    role: "user",
    leaf: idOf(7),
    active: false,
    snippet: { text: "Try fake timers", marks: [{ start: 4, end: 8 }] },
    copies: [],
  });
  expect(await workspace.run(`show ${hit.at}`)).toContain("Try fake timers");
});

test("nothing found is no failure", async () => {
  const workspace = await branched();
  expect(await workspace.run("search absent")).toMatchInlineSnapshot(`
    "! Nothing found
    ! Thinking, signs, whole results of tools: the same with --deep
    exit 0"
  `);
  expect(await workspace.run("search where is the timer --deep")).toMatchInlineSnapshot(`
    "! Nothing found
    ! All of it must fit one entry: fewer words find more
    exit 0"
  `);
  expect(await workspace.run("search absent --deep --json")).toMatchInlineSnapshot(`
    "[]

    exit 0"
  `);
});

test("what is no query is wrong usage", async () => {
  const workspace = await branched();
  expect(await workspace.run("search a --sort age")).toMatchInlineSnapshot(`
    "! error: cannot sort by "age"
    ! hint: Known: relevance, newest
    exit 2"
  `);
  expect(await workspace.run("search =>")).toMatchInlineSnapshot(`
    "! error: search: the query has no word to search for
    ! hint: Give one; a deep search finds signs, too.
    exit 2"
  `);
  expect(await workspace.run("search a --role nobody")).toMatchInlineSnapshot(`
    "! error: search: there is no role "nobody"
    ! hint: Roles: user, assistant, tool, summary, other.
    exit 2"
  `);
});

test("a query takes what stands behind other agents' sessions, too", async () => {
  const workspace = await branched();
  const { PI_CODING_AGENT_DIR } = piSession(workspace, "2026-01-02T11:00:00.000Z");
  expect(await workspace.run("search pi --agent pi", { terminal: 90, env: { PI_CODING_AGENT_DIR } }))
    .toMatchInlineSnapshot(`
    "[33m11aa22bb@a1b2c3d4[39m  [1m[36muser[39m[22m  [2m1 h ago · pi · from pi[22m
      from [1m[31mpi[39m[22m

    ! [2mNext: sessions show 11aa22bb@a1b2c3d4, sessions fork 11aa22bb@a1b2c3d4[22m
    exit 0"
  `);
});
