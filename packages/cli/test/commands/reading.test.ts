import { expect, test } from "vitest";
import { assistant, BRANCHED, idOf, result, user } from "../support/entries.ts";
import { branched } from "../support/branched.ts";
import { Workspace } from "../support/workspace.ts";

test("list on a terminal", async () => {
  const { workspace } = await branched();
  await workspace.session("empty", []);
  expect(await workspace.run("list --no-color", { terminal: 80 })).toMatchInlineSnapshot(`
    "ID        ACTIVE  MSGS  BRANCHES  MODEL            TITLE
    empty     now        0                             (empty)
    branched  now        9         2  claude-opus-4-5  Flaky tests

    exit 0"
  `);
});

test("list in a pipe: tabs, whole ids, exact times", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("list")).toMatchInlineSnapshot(`
    "branched	2026-01-02T12:00:00.000Z	9	2	native	claude-opus-4-5	<home>/project	Flaky tests

    exit 0"
  `);
});

test("list --json: the keys that scripts rely on, in their order", async () => {
  const { workspace } = await branched();
  const { value } = await workspace.json("list");
  expect(Object.keys(value[0]).join(" ")).toMatchInlineSnapshot(
    `"id dialect file cwd name title created active leaf entries messages branches model usage bytes damage parentSession tags archived relation originId"`,
  );
  expect(value[0]).toMatchObject({
    id: "branched",
    name: "Flaky tests",
    leaf: idOf(9),
    branches: 2,
    damage: 0,
  });
});

test("list --jsonl: one object a line", async () => {
  const { workspace } = await branched();
  await workspace.session("empty", []);
  const lines = (await workspace.run("list --jsonl")).split("\n").slice(0, 2);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["empty", "branched"]);
});

test("list where nothing is", async () => {
  expect(await new Workspace().run("list")).toMatchInlineSnapshot(`
    "! No sessions in ~/project
    ! Every directory: sessions list --all
    exit 0"
  `);
  expect((await new Workspace().json("list")).value).toEqual([]);
});

test("show: the active branch", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("show")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 9 messages · 2 branches · just now · claude-opus-4-5 · ~/project

    ● user  2026-01-02 10:01  00000001
      Fix the flaky tests

    ○ assistant  10:02  00000004
      I'll look at the runner first.
      → bash pnpm test
        1 failed
        runner.test.ts
      → bash cat runner.ts (3 lines)

    ○ assistant  [before-fix]  10:05  00000005
      The timer leaks.

    ── 1 other branch here: --all shows them

    ● user  10:08  00000008
      Use a clock argument

    ○ assistant  10:09  00000009
      Done. All tests pass.

    exit 0"
  `);
});

test("show --all: every branch, the active one last", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("show branched --all")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 9 messages · 2 branches · just now · claude-opus-4-5 · ~/project

    ● user  2026-01-02 10:01  00000001
      Fix the flaky tests

    ○ assistant  10:02  00000004
      I'll look at the runner first.
      → bash pnpm test
        1 failed
        runner.test.ts
      → bash cat runner.ts (3 lines)

    ○ assistant  [before-fix]  10:05  00000005
      The timer leaks.

    ── a branch from 00000005

    ● user  10:06  00000006
      Try fake timers

    ○ assistant  10:07  00000007
      They hide it.

    ── on from 00000005

    ● user  10:08  00000008
      Use a clock argument

    ○ assistant  10:09  00000009
      Done. All tests pass.

    exit 0"
  `);
});

test("show up to an entry, unfolded", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("show branched@before-fix --full")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 9 messages · 2 branches · just now · claude-opus-4-5 · ~/project

    ● user  2026-01-02 10:01  00000001
      Fix the flaky tests

    ○ assistant  10:02  00000004
      I'll look at the runner first.
      → bash pnpm test
        {
          "command": "pnpm test"
        }
        1 failed
        runner.test.ts
      → bash cat runner.ts
        {
          "command": "cat runner.ts"
        }
        line one
        line two
        line three

    ○ assistant  [before-fix]  10:05  00000005
      The timer leaks.

    exit 0"
  `);
});

test("show --json: all entries in file order", async () => {
  const { workspace } = await branched();
  const { value } = await workspace.json("show");
  expect(Object.keys(value)).toEqual(["session", "leaf", "entries", "damage", "report"]);
  expect(value.entries).toHaveLength(BRANCHED.length);
  expect(value).toMatchObject({ session: "branched", leaf: idOf(9), damage: [] });
  expect((await workspace.json("show branched@before-fix")).value.leaf).toBe(idOf(5));
});

test("tree", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("tree")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 9 messages · 2 branches · just now · claude-opus-4-5 · ~/project

    00000001  ● user       Fix the flaky tests
    00000004  · tools      bash ×2 · 1 failed
    00000005  ○ assistant  The timer leaks.  [before-fix]
    00000006  ├─● user       Try fake timers
    00000007  │ ○ assistant  They hide it.
    00000008  ● user       Use a clock argument
    00000009  ○ assistant  Done. All tests pass.  ← active

    exit 0"
  `);
});

test("tree --full", async () => {
  const { workspace } = await branched();
  expect(await workspace.run("tree --full")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 9 messages · 2 branches · just now · claude-opus-4-5 · ~/project

    00000001  ● user       Fix the flaky tests
    00000002  ○ assistant  I'll look at the runner first.
    00000003  · tools      bash · failed
    00000004  · tools      bash
    00000005  ○ assistant  The timer leaks.  [before-fix]
    00000006  ├─● user       Try fake timers
    00000007  │ ○ assistant  They hide it.
    00000008  ● user       Use a clock argument
    00000009  ○ assistant  Done. All tests pass.  ← active

    exit 0"
  `);
});

test.each(["tree", "tree --full"])("%s: a call has its answer wherever the drawing puts it", async (line) => {
  const workspace = new Workspace();
  await workspace.session("apart", [
    assistant(1, null, "", "answered elsewhere"),
    { ...user(2, 1, ""), type: "model_change", model: "m" },
    result(3, 2, "call-1-0", "ok"),
    assistant(4, 3, "", "cut off"),
  ]);
  const drawn = await workspace.run(line);
  expect(drawn).toMatch(/00000001 .* bash answered elsewhere$/m);
  expect(drawn).toMatch(/00000004 .* bash cut off · no answer/);
});

/** A question with what an agent noted on the way: two kinds, one of it labelled. */
async function noted() {
  const workspace = new Workspace();
  const note = (number: number, kind: string) => ({
    ...user(number, number - 1, ""),
    type: "custom" as const,
    customType: `owl:${kind}`,
    data: number,
  });
  await workspace.session("noted", [
    user(1, null, "Count the birds"),
    note(2, "progress"),
    note(3, "progress"),
    note(4, "hook"),
    note(5, "progress"),
    assistant(6, 5, "Five."),
    { type: "label", id: "label-1", targetId: idOf(5), label: "here" },
  ]);
  return workspace;
}

test("show folds what is only carried along and tree leaves it out, but nothing with a label", async () => {
  const workspace = await noted();
  expect((await workspace.run("show")).match(/^ {2}·.*$/gm)).toEqual([
    "  · owl: progress ×2, hook",
    "  · owl: progress  [here]",
  ]);
  const tree = await workspace.run("tree");
  expect(tree.match(/owl: .*$/gm)).toEqual(["owl: progress  [here]"]);
  expect(tree).toMatch(/^3 entries carried along: --full shows them$/m);
  expect((await workspace.run("show --full")).match(/· owl:/g)).toHaveLength(4);
  const full = await workspace.run("tree --full");
  expect(full.match(/owl: /g)).toHaveLength(4);
  expect(full).not.toContain("carried along");
});

test("tree: a row is of the entry that it shows, whatever is carried along behind it", async () => {
  const workspace = await noted();
  const rows = (await workspace.json("tree")).value["nodes"] as { id: string; type: string }[];
  const shown = (await workspace.run("tree")).match(/^\w+(?=  [●○])/gm)!;
  const said = rows.filter(({ type }) => type === "message").map(({ id }) => id);
  expect(shown.map((short) => said.filter((id) => id.endsWith(short)).length)).toEqual(said.map(() => 1));
});

test("show: a label on a result that is told with its call is there", async () => {
  const workspace = new Workspace();
  await workspace.session("labelled", [
    assistant(1, null, "", "ls"),
    result(2, 1, "call-1-0", "ok"),
    { type: "label", id: "label-1", targetId: idOf(2), label: "the answer" },
  ]);
  expect(await workspace.run("show")).toContain("[the answer]");
});

test("list: on a terminal a session stands for its subagents, in a pipe it does not", async () => {
  const workspace = new Workspace();
  await workspace.session("main", [user(1, null, "the work")]);
  await workspace.session("helper", [user(1, null, "a part")], {
    parentSession: "main",
    relation: "subagent",
  });
  await workspace.session("deeper", [user(1, null, "less")], {
    parentSession: "helper",
    relation: "subagent",
  });
  await workspace.session("lost", [user(1, null, "alone")], { parentSession: "gone", relation: "subagent" });
  const ids = (text: string) =>
    text
      .match(/^\W*(main|helper|deeper|lost)\b/gm)
      ?.map((id) => id.trim())
      .sort();
  const folded = await workspace.run("list --no-color", { terminal: 80 });
  expect(ids(folded)).toEqual(["lost", "main"]);
  expect(folded).toContain("+2 the work");
  expect(folded).toContain("(subagent) alone");
  expect(await workspace.run("list --no-color -n 1", { terminal: 80 })).toMatch(/main|lost/);
  expect(ids(await workspace.run("list --no-color --subagents", { terminal: 80 }))).toHaveLength(4);
  expect(ids(await workspace.run("list"))).toHaveLength(4);
  expect((await workspace.json("list")).value).toHaveLength(4);
});

test("tree --json", async () => {
  const { workspace } = await branched();
  const { value } = await workspace.json("tree");
  expect(Object.keys(value)).toEqual(["id", "leaf", "roots", "nodes", "damage"]);
  expect(Object.keys(value.nodes[0]).join(" ")).toBe(
    "id parentId type role timestamp preview labels active gap",
  );
});

test("reading changes no byte", async () => {
  const { workspace, file } = await branched();
  const { readFileSync, statSync } = await import("node:fs");
  const before = [readFileSync(file, "utf8"), statSync(file).mtimeMs];
  for (const line of ["list", "show", "show --all", "tree", "project", "doctor", "continue"])
    await workspace.run(line);
  expect([readFileSync(file, "utf8"), statSync(file).mtimeMs]).toEqual(before);
});

test("show tells the day where it begins", async () => {
  const workspace = new Workspace();
  const at = (number: number, parent: number | null, timestamp: string) => ({
    ...user(number, parent, "go on"),
    timestamp,
  });
  await workspace.session("days", [
    at(1, null, "2026-01-01T22:00:00.000Z"),
    at(2, 1, "2026-01-01T23:00:00.000Z"),
    at(3, 2, "2026-01-02T07:00:00.000Z"),
    at(4, 3, "2026-01-02T08:00:00.000Z"),
  ]);
  const told = (await workspace.run("show days")).split("\n").filter((line) => line.startsWith("●"));
  expect(told).toEqual([
    "● user  2026-01-01 22:00  00000001",
    "● user  23:00  00000002",
    "● user  2026-01-02 07:00  00000003",
    "● user  08:00  00000004",
  ]);
});

test.each([
  ["show long", "FRX"],
  ["show long@~1", "FRX +G"],
  ["show long@~1 --all", "FRX"],
])("%s: less gets %s, as who names an entry looks for it", async (line, less) => {
  const workspace = new Workspace();
  await workspace.session(
    "long",
    Array.from({ length: 12 }, (_, index) => user(index + 1, index || null, "go on")),
  );
  let env: Readonly<Record<string, string>> | undefined;
  await workspace.run(line, { terminal: 80, run: (program) => ((env = program.env), 0) });
  expect(env).toMatchObject({ LESS: less });
});
