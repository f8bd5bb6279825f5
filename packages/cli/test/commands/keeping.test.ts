import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRANCHED, user } from "../support/entries.ts";
import { piSession } from "../support/pi-session.ts";
import { Workspace } from "../support/workspace.ts";

test("import: once, and again", async () => {
  const workspace = new Workspace();
  const { file } = piSession(workspace, "2026-01-02T11:00:00.000Z");
  expect(await workspace.run(["import", file])).toMatchInlineSnapshot(`
    "<uuid>

    ! Imported ~/pi/sessions/--project--/2026-01-02T10-00-00-000Z_11aa22bb-0000-4000-8000-000066aa77bb.jsonl: 1 entry
    exit 0"
  `);
  expect(await workspace.run(["import", file])).toMatchInlineSnapshot(`
    "<uuid>

    ! Nothing new in ~/pi/sessions/--project--/2026-01-02T10-00-00-000Z_11aa22bb-0000-4000-8000-000066aa77bb.jsonl
    exit 0"
  `);
  const { value } = await workspace.json(["import", file]);
  expect(value).toMatchObject({
    dialect: "native",
    title: "from pi",
    imported: { created: false, added: 0 },
  });
});

test("import of several: one bad file does not keep the others out", async () => {
  const workspace = new Workspace();
  const { file } = piSession(workspace, "2026-01-02T11:00:00.000Z");
  const bad = join(workspace.home, "bad.jsonl");
  writeFileSync(bad, "nothing\n");
  expect(await workspace.run(["import", bad, file])).toMatchInlineSnapshot(`
    "<uuid>

    ! warning: <home>/bad.jsonl is not a session log: it has neither a header nor an entry
    ! Imported ~/pi/sessions/--project--/2026-01-02T10-00-00-000Z_11aa22bb-0000-4000-8000-000066aa77bb.jsonl: 1 entry
    ! 1 session, 1 new; 1 entry added
    exit 1"
  `);
  const { value, exitCode } = await workspace.json(["import", bad, file]);
  expect(exitCode).toBe(1);
  expect(value).toMatchObject([{ error: { code: "NOT_A_SESSION", file: bad } }, { title: "from pi" }]);
  expect((await workspace.json(["import", bad])).value.error.code).toBe("NOT_A_SESSION");
});

test("doctor: a sound store", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  await workspace.run("list");
  expect(await workspace.run("doctor")).toMatchInlineSnapshot(`
    "Checked 1 log, 10 entries: no damage

    exit 0"
  `);
  expect((await workspace.json("doctor")).value).toMatchObject({
    files: 1,
    entries: 10,
    damage: [],
    index: [],
    ok: true,
  });
});

test("doctor --fix: closes a torn line, narrows modes, touches no other agent's file", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("one", [user(1, null, "hi")]);
  const { file: foreign, ...env } = piSession(workspace, "2026-01-02T11:00:00.000Z");
  for (const log of [file, foreign]) appendFileSync(log, '{"type":"mess');
  chmodSync(file, 0o644);
  const before = readFileSync(foreign, "utf8");

  const answer = await workspace.run("doctor --fix", { env });
  expect(answer).toMatch(/not-json .*\n.*\n {2}torn-tail/);
  expect(answer).toContain("closed the last line  ~/store/projects/<folder>/one.jsonl\n");
  expect(answer).toContain("narrowed the mode  ~/store/projects/<folder>/one.jsonl\n");
  expect(answer).toContain(
    "torn-tail  The log ends within a line: a write was cut off, or is still going on.",
  );
  expect(answer).toContain("Checked 2 logs, 2 entries: 2 damaged ranges");

  expect(readFileSync(file, "utf8")).toMatch(/\{"type":"mess\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(foreign, "utf8")).toBe(before);
  expect((await workspace.json("doctor --fix", { env })).value).toMatchObject({ modes: [], fixed: [] });
});

test("doctor: damage is exit code 5; every other command shows what is intact", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("one", [user(1, null, "before")]);
  appendFileSync(
    file,
    'garb\u001b[31mage\n{"type":"message","id":"x","parentId":"lost","timestamp":"2026-01-02T11:00:00.000Z","message":{"role":"user","content":"after"}}\n',
  );
  expect(await workspace.run("doctor")).toMatchInlineSnapshot(`
    "~/store/projects/<folder>/one.jsonl
      not-json  bytes 287 to 299: no JSON value
      gap  bytes 300 to 428: the parent "lost" is not in the log
    index  ~/store/projects/<folder>/index.sqlite: missing, 1 of 1 logs are not in it yet

    not-json  These bytes are no JSON: a line was torn or overwritten. That line is lost, the others are read as if nothing had happened.
    gap  The entry before this one is lost. The branch goes on with what stood before it in the file; check what is missing with sessions show.

    Checked 1 log, 2 entries: 2 damaged ranges
    Everything else is intact and readable; nothing was changed. An import makes a clean copy.

    exit 5"
  `);
  expect((await workspace.json("doctor one")).exitCode).toBe(5);
  expect(await workspace.run("show")).toMatchInlineSnapshot(`
    "before
    one · 2 messages · 2 branches · just now · ~/project

    ● user  2026-01-02 10:01  00000001
      before

    ── what was before is lost; this stood next in the log

    ● user  11:00  x
      after

    ⚠ 2 damaged ranges in the log; the rest is shown
      sessions doctor one

    exit 0"
  `);
  expect(await workspace.run("tree")).toMatchInlineSnapshot(`
    "before
    one · 2 messages · 2 branches · just now · ~/project

    00000001  ● user  before

    x         ● user  after  ⚠ what was before is lost  ← active

    ⚠ 2 damaged ranges in the log; the rest is shown
      sessions doctor one

    exit 0"
  `);
  expect(await workspace.run("list --no-color", { terminal: 80 })).toMatchInlineSnapshot(`
    "ID   ACTIVE  MSGS  BRANCHES  TITLE
    one  now        2         2  ⚠2 before

    exit 0"
  `);
});

test("reindex", async () => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  expect(await workspace.run("reindex")).toMatchInlineSnapshot(`
    "Indexed 1 session, 10 entries

    exit 0"
  `);
  expect((await workspace.json("reindex")).value).toEqual({ sessions: 1, entries: 10, search: null });
});

test.each(["rename", "tag"])(
  "%s with a session alone is refused: the newest one was not meant",
  async (command) => {
    const workspace = new Workspace();
    const { value } = await workspace.json(["new", "--name", "one"]);
    const answer = await workspace.json([command, String(value.id)]);
    expect(answer.value).toMatchObject({ error: { code: "USAGE" } });
    expect((await workspace.json("list")).value).toMatchObject([{ name: "one", tags: [] }]);
  },
);

test("doctor --all checks all, tells what is no session by folder, and takes no session", async () => {
  const workspace = new Workspace();
  const folder = join(workspace.home, "claude", "projects", "-work");
  mkdirSync(folder, { recursive: true });
  for (const name of ["a", "b"])
    writeFileSync(join(folder, `${name}.jsonl`), '{"type":"mode","sessionId":"x"}\n');
  const env = { CLAUDE_CONFIG_DIR: join(workspace.home, "claude") };
  expect(await workspace.run("doctor --all", { env })).toContain(
    "no session  ~/claude/projects/-work: 2 files",
  );
  expect((await workspace.json("doctor", { env })).value.others).toEqual([{ folder, files: 2 }]);
  expect(await workspace.run("doctor --all one", { env })).toContain("exit 2");
});
