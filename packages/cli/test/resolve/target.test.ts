import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRANCHED, idOf, user } from "../support/entries.ts";
import { Workspace } from "../support/workspace.ts";

const A = "01a22ae2-2422-7a3e-b243-8499c9960095";
const B = "01a22ae2-2573-75b5-93a3-da5d635c55d1";

async function two() {
  const workspace = new Workspace();
  const file = await workspace.session(A, BRANCHED, { name: "flaky@home" });
  await workspace.session(B, [user(1, null, "Another thing")], { now: new Date("2026-01-02T09:00:00Z") });
  return { workspace, file };
}

test.each([
  ["an id", A, idOf(9)],
  ["a prefix", "01a22ae2-24", idOf(9)],
  ["a suffix", "c9960095", idOf(9)],
  ["a name that holds an @", "flaky@home", idOf(9)],
  ["a label behind @", "c9960095@before-fix", idOf(5)],
  ["a name with an @, and ~n", "flaky@home@~1", idOf(5)],
  ["the newest session's entry", "@before-fix", idOf(5)],
  ["a part of an entry's id", "c9960095@00000007", idOf(7)],
])("%s", async (_name, word, leaf) => {
  const { workspace } = await two();
  expect((await workspace.json(["show", word])).value.leaf).toBe(leaf);
});

test("the path of a log, as the caller's shell knows it", async () => {
  const { workspace, file } = await two();
  copyFileSync(file, join(workspace.project, "copy.jsonl"));
  const other = join(workspace.home, "elsewhere");
  expect((await workspace.json(["show", "copy.jsonl@before-fix", "--cwd", other])).value.leaf).toBe(idOf(5));
});

test("a word that fits two sessions: exit code 4 and the candidates", async () => {
  const { workspace } = await two();
  expect(await workspace.run("show 01a22ae2")).toMatchInlineSnapshot(`
    "! error: "01a22ae2" matches 2 sessions
    !   01a22ae2-24  flaky@home  just now
    !   01a22ae2-25  Another thing  1 h ago
    ! hint: Type more characters of the id.
    exit 4"
  `);
  const { value, exitCode } = await workspace.json("show 01a22ae2");
  expect(exitCode).toBe(4);
  expect(value.error).toMatchObject({ code: "AMBIGUOUS", candidates: [{ id: expect.any(String) }, {}] });
});

test("a word that fits two entries", async () => {
  const { workspace } = await two();
  expect(await workspace.run("show c9960095@entry-0")).toMatchInlineSnapshot(`
    "! error: "entry-0" matches 9 entries
    !   00000001  Fix the flaky tests
    !   00000002  I'll look at the runner first. bash(pnpm test) ba…
    !   00000003  1 failed runner.test.ts
    !   00000004  line one line two line three
    !   00000005  The timer leaks.
    !   00000006  Try fake timers
    !   00000007  They hide it.
    !   00000008  Use a clock argument
    !   00000009  Done. All tests pass.
    ! hint: Type more characters of the id.
    exit 4"
  `);
});

test.each(["nosuch1", "c9960095@nosuch", "./nosuch.jsonl", "c9960095@"])("%s", async (word) => {
  const { workspace } = await two();
  expect(await workspace.run(["show", word])).toMatchSnapshot();
});
