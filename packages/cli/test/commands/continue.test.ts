import { expect, test } from "vitest";
import type { ProgramCall } from "../../src/context.ts";
import { BRANCHED, idOf } from "../support/entries.ts";
import { piSession } from "../support/pi-session.ts";
import { Workspace } from "../support/workspace.ts";

test("continue: the id on stdout, which session it is on stderr", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect(await workspace.run("continue")).toMatchInlineSnapshot(`
    "one

    ! Fix the flaky tests (9 messages, just now)
    exit 0"
  `);
});

test("continue --json: the row, and the path", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect((await workspace.json("continue")).value).toMatchObject({
    id: "one",
    path: { entries: 7, compacted: 0 },
  });
  const summary = { type: "compaction" as const, summary: "so far", firstKeptEntryId: idOf(8) };
  await workspace.session("two", [...BRANCHED, summary], { now: new Date("2026-01-02T12:00:01Z") });
  expect((await workspace.json("continue two")).value).toMatchObject({ path: { entries: 8, compacted: 5 } });
});

test("continue where nothing is: exit code 3, and nothing is created", async () => {
  const workspace = new Workspace();
  expect(await workspace.run("continue")).toMatchInlineSnapshot(`
    "! error: No session in ~/project yet
    ! hint: \`sessions new\` makes one; \`sessions list --all\` shows those of other directories.
    exit 3"
  `);
  expect((await workspace.json("continue")).value.error.code).toBe("NOT_FOUND");
  expect((await workspace.json("list --all")).value).toEqual([]);
});

test("continue -- runs a program and gives its exit code", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("one", BRANCHED);
  let called: ProgramCall | undefined;
  const run = (program: ProgramCall) => {
    called = program;
    return 42;
  };
  expect(await workspace.run("continue -- my-agent --json -n 3 -- x", { run })).toBe("exit 42");
  expect(called).toMatchObject({
    command: "my-agent",
    args: ["--json", "-n", "3", "--", "x"],
    env: { SESSION_ID: "one", SESSION_FILE: file, SESSION_LEAF: idOf(9) },
  });
  expect(await workspace.run("continue one -- true", { run: () => 0 })).toBe("exit 0");
});

test("continue: what is wrong with the call", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect(await workspace.run("continue one my-agent")).toMatchInlineSnapshot(`
    "! error: a program to run stands behind --
    ! hint: sessions continue -- my-agent
    exit 2"
  `);
  expect(await workspace.run("continue --")).toMatchInlineSnapshot(`
    "! error: no program behind --
    exit 2"
  `);
  expect(await workspace.run("continue --json -- x")).toMatchInlineSnapshot(`
    "{"error":{"code":"USAGE","message":"--json cannot go with a program: stdout is the program's"}}

    exit 2"
  `);
  expect(await workspace.run("continue -- nosuch", { run: () => 127 })).toMatchInlineSnapshot(`
    "! warning: nosuch ended with 127: is it installed?
    exit 127"
  `);
});

test("a newer session of another agent is named", async () => {
  const workspace = new Workspace();
  const env = piSession(workspace, "2026-01-02T11:00:00.000Z");
  expect(await workspace.run("continue", { env })).toMatchInlineSnapshot(`
    "! error: No native session in ~/project yet
    ! hint: pi has one here; to read it: sessions show 11aa22bb; to go on with it: sessions fork 11aa22bb
    exit 3"
  `);
  expect(await workspace.run("list --no-color", { env, terminal: 80 })).toMatchInlineSnapshot(`
    "ID        ACTIVE  MSGS  AGENT  TITLE
    11aa22bb  1h         1  pi     from pi

    exit 0"
  `);
  expect(await workspace.run("list --source native", { env })).toMatchInlineSnapshot(`
    "! No sessions in ~/project
    ! Every directory: sessions list --all
    exit 0"
  `);
  await workspace.session("one", BRANCHED);
  const newer = new Date("2026-01-02T12:00:00.000Z");
  expect(await workspace.run("continue", { env, now: newer })).toMatchInlineSnapshot(`
    "one

    ! Fix the flaky tests (9 messages, just now)
    exit 0"
  `);
  const later = { env, now: new Date("2026-01-02T12:00:01.000Z") };
  const { value } = await workspace.json("fork 66aa77bb", later);
  expect((await workspace.json("continue", later)).value.id).toBe(value.id);
});
