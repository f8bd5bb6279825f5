import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRANCHED, user } from "../support/entries.ts";
import { NOW } from "../support/fake-context.ts";
import { piSession } from "../support/pi-session.ts";
import { Workspace } from "../support/workspace.ts";

const DAY = 24 * 3_600_000;

async function ids(workspace: Workspace): Promise<string[]> {
  const { value } = await workspace.json("list --archived");
  return value.map(({ id }: { id: string }) => id);
}

test("archive hides a session from lists, and shows it again", async () => {
  const workspace = new Workspace();
  await workspace.session("first-one", [user(1, null, "hello")]);
  expect(await workspace.run("archive")).toMatchInlineSnapshot(`
    "first-one

    ! Hidden from lists
    ! Show again: sessions archive first-on --off
    exit 0"
  `);
  expect(await workspace.run("list")).toMatchInlineSnapshot(`
    "! No sessions in ~/project
    ! Every directory: sessions list --all
    exit 0"
  `);
  expect(await workspace.run("archive --off")).toMatchInlineSnapshot(`
    "! error: name the session to show again
    ! hint: sessions list --archived shows what is hidden.
    exit 2"
  `);
  expect(await workspace.run("archive first-one --off")).toMatchInlineSnapshot(`
    "first-one

    ! Shown in lists again
    exit 0"
  `);
  expect((await workspace.json("archive first-one")).value).toMatchObject({
    id: "first-one",
    archived: true,
  });
});

test("delete moves a session to the trash and tells how to take it back; restore does", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("first-session", [user(1, null, "hello")]);
  const bytes = readFileSync(file);
  expect(await workspace.run("delete first-session")).toMatchInlineSnapshot(`
    "first-session

    ! Moved 1 session to the trash
    ! Take back: sessions restore first-se
    exit 0"
  `);
  expect(await workspace.run("list")).toMatchInlineSnapshot(`
    "! No sessions in ~/project
    ! Every directory: sessions list --all
    exit 0"
  `);
  expect(await workspace.run("trash --no-color", { terminal: 80 })).toMatchInlineSnapshot(`
    "ID        DELETED        SIZE  DIRECTORY  TITLE
    first-se  just now  296 bytes  ~/project  hello

    exit 0"
  `);
  expect(await workspace.run("restore first-se")).toMatchInlineSnapshot(`
    "first-session

    ! Restored: hello (~/project)
    exit 0"
  `);
  expect(readFileSync(file)).toEqual(bytes);
  expect(await workspace.run("trash")).toMatchInlineSnapshot(`
    "! The trash is empty
    exit 0"
  `);
});

test("delete needs a session, a whole one", async () => {
  const workspace = new Workspace();
  await workspace.session("first-session", [user(1, null, "hello")]);
  expect(await workspace.run("delete")).toMatchInlineSnapshot(`
    "! error: name the session to delete
    ! hint: sessions list shows them; none is taken by default.
    exit 2"
  `);
  expect(await workspace.run("delete @~1")).toMatchInlineSnapshot(`
    "! error: delete takes whole sessions
    ! hint: sessions delete <session...>
    exit 2"
  `);
  expect(await workspace.run("restore")).toMatchInlineSnapshot(`
    "! error: name the session to restore
    ! hint: sessions trash shows what can be restored.
    exit 2"
  `);
  expect(await workspace.run("restore nothing")).toMatchInlineSnapshot(`
    "! error: No session in the trash matches "nothing"
    ! hint: \`sessions trash\` shows what is in it.
    exit 3"
  `);
  expect(await ids(workspace)).toEqual(["first-session"]);
});

test("delete of several: all, or none", async () => {
  const workspace = new Workspace();
  for (const id of ["session-a", "session-b", "session-c"])
    await workspace.session(id, [user(1, null, `hello ${id}`)]);
  expect((await workspace.json("delete session-a missing")).value.error.code).toBe("NOT_FOUND");
  const pi = piSession(workspace, "2026-01-02T11:00:00.000Z");
  const refused = await workspace.json(["delete", "session-a", pi.file]);
  expect(refused).toMatchObject({ exitCode: 1, value: { error: { code: "FOREIGN_SESSION" } } });
  expect(await ids(workspace)).toHaveLength(3);
  expect(existsSync(pi.file)).toBe(true);

  expect(await workspace.run("delete session-a session-b session-a")).toMatchInlineSnapshot(`
    "session-a
    session-b

    ! Moved 2 sessions to the trash
    ! Take back: sessions restore session-a
    ! Take back: sessions restore session-b
    exit 0"
  `);
  expect(await ids(workspace)).toEqual(["session-c"]);
  const { value } = await workspace.json("delete session-c");
  expect(value).toMatchObject({
    id: "session-c",
    title: "hello session-c",
    trashed: { item: expect.any(String) },
  });
  expect((await workspace.json(["restore", value.trashed.item])).value).toMatchObject({ id: "session-c" });
});

test("a place that is taken, and a session that is in the trash twice", async () => {
  const workspace = new Workspace();
  const file = await workspace.session("first-session", [user(1, null, "hello")]);
  const copy = join(workspace.home, "copy.jsonl");
  copyFileSync(file, copy);
  await workspace.run("delete first-session");
  copyFileSync(copy, file);
  expect(await workspace.run("restore first-session")).toMatchInlineSnapshot(`
    "! error: Another log stands at <home>/store/projects/<folder>/first-session.jsonl
    ! hint: Delete that session or move its file away, then restore again.
    exit 1"
  `);
  await workspace.run("delete first-session");
  const { value, exitCode } = await workspace.json("restore first-session");
  expect(exitCode).toBe(4);
  const items = value.error.candidates.map(({ id }: { id: string }) => id);
  // The list names them by what restore takes.
  const listed = await workspace.run("trash --no-color", { terminal: 80 });
  for (const item of items) expect(listed).toContain(`\n${item.slice(0, 8)}  `);
  expect((await workspace.json(["restore", items[1].slice(0, 8)])).value).toMatchObject({
    id: "first-session",
  });
});

test("trash empty deletes only when it is told twice", async () => {
  const workspace = new Workspace();
  expect(await workspace.run("trash empty")).toMatchInlineSnapshot(`
    "! The trash is empty
    exit 0"
  `);
  await workspace.session("first-session", BRANCHED);
  await workspace.run("delete first-session");
  expect(await workspace.run("trash empty")).toMatchInlineSnapshot(`
    "Would delete 1 session for good, 2.5 kB of logs

    ! Next: sessions trash empty --yes
    exit 0"
  `);
  expect(await workspace.run("trash --yes")).toMatchInlineSnapshot(`
    "! error: --yes goes with empty
    ! hint: sessions trash empty --yes
    exit 2"
  `);
  expect(await workspace.run("trash fill")).toMatchInlineSnapshot(`
    "! error: cannot "fill" the trash
    ! hint: sessions trash, or sessions trash empty
    exit 2"
  `);
  expect((await workspace.json("trash")).value).toMatchObject([{ id: "first-session" }]);
  expect(await workspace.run("trash empty --yes")).toMatchInlineSnapshot(`
    "Deleted 1 session for good, 2.5 kB of logs

    exit 0"
  `);
  expect((await workspace.json("trash")).value).toEqual([]);
  expect((await workspace.json("trash empty --yes")).value).toEqual({
    dryRun: false,
    sessions: [],
    bytes: 0,
  });
});

test("prune tells what would go and why others stay, and moves with --yes", async () => {
  const workspace = new Workspace();
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
  const message = (days: number) => ({
    ...user(1, null, `${days} days old`),
    timestamp: ago(days).toISOString(),
  });
  await workspace.session("session-a", [message(40)], { now: ago(40) });
  await workspace.session("session-b", [message(50)], { now: ago(50) });
  await workspace.session(
    "session-c",
    BRANCHED.map((one) => ({ ...one, timestamp: ago(60).toISOString() })),
    {
      now: ago(60),
    },
  );
  await workspace.session("session-d", [user(1, null, "new")]);
  expect(await workspace.run("prune --older-than 30d")).toMatchInlineSnapshot(`
    "session-a	2025-11-23T12:00:00.000Z	1	1	native		<home>/project	40 days old
    session-b	2025-11-13T12:00:00.000Z	1	1	native		<home>/project	50 days old

    ! Would move 2 sessions to the trash; others stay: 1 used since, 1 labelled
    ! Next: the same with --yes moves them; sessions restore takes one back
    exit 0"
  `);
  expect(await ids(workspace)).toHaveLength(4);
  expect((await workspace.json("prune --older-than 6w")).value).toMatchObject({
    dryRun: true,
    sessions: [{ id: "session-b" }],
    kept: { active: 2, labelled: 1, young: 0, unknown: 0 },
  });
  expect(await workspace.run("prune --older-than 30d --yes --no-color", { terminal: 80 }))
    .toMatchInlineSnapshot(`
      "ID         ACTIVE  MSGS  TITLE
      session-a  40d        1  40 days old
      session-b  50d        1  50 days old

      ! Moved 2 sessions to the trash; others stay: 1 used since, 1 labelled
      ! Next: sessions trash
      exit 0"
    `);
  expect(await ids(workspace)).toEqual(["session-d", "session-c"]);
  expect(await workspace.run("prune --older-than 30d --all")).toMatchInlineSnapshot(`
    "! No session to move to the trash; others stay: 1 used since, 1 labelled
    exit 0"
  `);
});

test.each(["", "30", "0d", "1y", "1.5d"])("--older-than %j is no age", async (age) => {
  const workspace = new Workspace();
  const { value, exitCode } = await workspace.json(["prune", "--older-than", age]);
  expect([exitCode, value.error.code]).toEqual([2, "USAGE"]);
});

test("prune needs an age", async () => {
  expect((await new Workspace().json("prune")).value.error.code).toBe("USAGE");
});

test("a fork opens as before when its parent is gone, and says so", async () => {
  const workspace = new Workspace();
  await workspace.session("first-session", [user(1, null, "hello")]);
  const fork = (await workspace.json("fork first-session")).value.id;
  const before = await workspace.json(["show", fork]);
  const [row] = (await workspace.json("list")).value.filter(({ id }: { id: string }) => id === fork);
  const heading = async (command: string) => (await workspace.run([command, fork])).split("\n")[1];
  expect(await heading("show")).toMatchInlineSnapshot(
    `"<uuid> · 1 message · just now · ~/project · fork of first-se"`,
  );
  await workspace.run("delete first-session");
  expect(await heading("show")).toMatchInlineSnapshot(
    `"<uuid> · 1 message · just now · ~/project · fork of first-se, which is in the trash"`,
  );
  await workspace.run("trash empty --yes");
  expect(await heading("tree")).toMatchInlineSnapshot(
    `"<uuid> · 1 message · just now · ~/project · fork of first-se, which is gone"`,
  );
  expect(await workspace.json(["show", fork])).toEqual(before);
  expect((await workspace.json("list")).value).toEqual([row]);
});

test("what a manifest says is no harm to a terminal", async () => {
  const workspace = new Workspace();
  await workspace.session("first-session", [user(1, null, "hello")]);
  const { value } = await workspace.json("delete first-session");
  const manifest = join(workspace.root, "trash", value.trashed.item, "manifest.json");
  const told = JSON.parse(readFileSync(manifest, "utf8"));
  const bad = "\u001b[2J";
  writeFileSync(manifest, JSON.stringify({ ...told, id: bad, name: bad, cwd: bad, deletedAt: bad }));
  for (const options of [{}, { terminal: 80 }])
    expect(await workspace.run("trash --no-color --no-pager", options)).not.toContain("\u001b");
});
