import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRANCHED } from "../support/entries.ts";
import { piSession } from "../support/pi-session.ts";
import { Workspace } from "../support/workspace.ts";

/** A project with a session of the store and one of pi. */
async function both() {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  const { file, ...env } = piSession(workspace, "2026-01-02T11:00:00.000Z");
  return { workspace, env, file };
}

/** Message logs of a chat API, one of which holds what nobody knows. */
function messageLogs({ home }: Workspace): string {
  const folder = join(home, "logs");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.jsonl"), '{"role":"user","content":"hi"}\n');
  writeFileSync(join(folder, "b.jsonl"), '{"role":"user","content":"ho"}\n{"odd":1}\nnot json\n');
  return folder;
}

test("list: the sessions of every agent of this directory", async () => {
  const { workspace, env } = await both();
  expect(await workspace.run("list --no-color", { env, terminal: 80 })).toMatchInlineSnapshot(`
    "ID        ACTIVE  MSGS  BRANCHES  AGENT   MODEL            TITLE
    one       now        9         2  native  claude-opus-4-5  Fix the flaky tests
    11aa22bb  1h         1            pi                       from pi

    exit 0"
  `);
  expect((await workspace.json("list --source pi", { env })).value).toMatchObject([{ dialect: "pi" }]);
  expect((await workspace.json("list --source native", { env })).value).toMatchObject([{ id: "one" }]);
});

test("list: an import stands for its source, until the source goes on", async () => {
  const { workspace, env, file } = await both();
  const dialects = async (line: string) =>
    (await workspace.json(line, { env })).value.map(({ dialect }: { dialect: string }) => dialect).sort();
  await workspace.run(["import", file], { env });
  expect(await dialects("list")).toEqual(["native", "native"]);
  expect(await dialects("list --source pi")).toEqual(["pi"]);
  const more = { role: "user", content: "more", timestamp: 1 };
  const line = {
    type: "message",
    id: "b",
    parentId: "a1b2c3d4",
    timestamp: "2026-01-02T11:30:00.000Z",
    message: more,
  };
  writeFileSync(file, `${JSON.stringify(line)}\n`, { flag: "a" });
  expect(await dialects("list")).toEqual(["native", "native", "pi"]);
});

test("list --repo: the whole repository, from anywhere in it", async () => {
  const workspace = new Workspace();
  const { home, project } = workspace;
  const [deep, worktree, other] = ["project/src", "feature", "other"].map((path) => join(home, path)) as [
    string,
    string,
    string,
  ];
  for (const folder of [deep, worktree, other, join(project, ".git", "worktrees", "feature")])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(worktree, ".git"), `gitdir: ${join(project, ".git", "worktrees", "feature")}\n`);
  writeFileSync(join(project, ".git", "worktrees", "feature", "commondir"), "../..\n");
  writeFileSync(join(project, ".git", "worktrees", "feature", "gitdir"), `${join(worktree, ".git")}\n`);
  for (const [id, cwd] of Object.entries({ top: project, deep, worktree, other }))
    await workspace.session(id, BRANCHED, { cwd });
  const ids = async (line: string, cwd: string) =>
    (await workspace.json(line, { cwd })).value.map(({ id }: { id: string }) => id).sort();
  expect(await ids("list", project)).toEqual(["top"]);
  for (const cwd of [project, deep, worktree])
    expect(await ids("list --repo", cwd)).toEqual(["deep", "top", "worktree"]);
  expect(await ids("list --repo", other)).toEqual(["other"]);
  expect(await workspace.run("list --repo --all")).toContain("give --all or --repo, not both");
});

test("import --from: what an agent has of this directory, and again", async () => {
  const { workspace, env } = await both();
  expect(await workspace.run("import --from pi", { env })).toMatchInlineSnapshot(`
    "<uuid>

    ! Imported ~/pi/sessions/--project--/2026-01-02T10-00-00-000Z_11aa22bb-0000-4000-8000-000066aa77bb.jsonl: 1 entry
    ! 1 session, 1 new; 1 entry added
    exit 0"
  `);
  expect(await workspace.run("import --from pi --all", { env })).toMatchInlineSnapshot(`
    "! 1 session, 1 as before; 0 entries added
    exit 0"
  `);
  expect(await workspace.run("import --from pi --cwd /", { env })).toMatchInlineSnapshot(`
    "! 0 sessions; 0 entries added
    ! Every directory: sessions import --from pi --all
    exit 0"
  `);
});

test("import --from: folders and files, with a report at the end of what was not understood", async () => {
  const workspace = new Workspace();
  const folder = messageLogs(workspace);
  expect(await workspace.run(["import", "--from", "openai-jsonl", folder])).toMatchInlineSnapshot(`
    "<uuid>
    <uuid>

    ! Imported ~/logs/a.jsonl: 1 entry (of ~/logs)
    ! Imported ~/logs/b.jsonl: 2 entries (of ~/logs)
    ! 2 sessions, 2 new; 3 entries added
    ! Carried along as they are: 1 entry or block (1 openai-jsonl:line)
    ! Damaged: 1 range (1 not-json)
    exit 0"
  `);
  const { value } = await workspace.json(["import", "--from", "openai-jsonl", join(folder, "b.jsonl")]);
  expect(value).toMatchObject([
    {
      dialect: "native",
      imported: {
        created: false,
        added: 0,
        report: {
          understood: 1,
          carried: { "openai-jsonl:line": 1 },
          damaged: { "not-json": 1 },
          notices: [],
        },
      },
    },
  ]);
});

test.each([
  "list --source claude",
  "search flaky --agent claude",
  "search flaky agent:claude",
  "search flaky --deep --agent claude",
  "import --all --from claude",
])("%s: the name that a narrow list shows is enough", async (line) => {
  const workspace = new Workspace();
  await workspace.session("one", BRANCHED);
  await workspace.run("export one --to claude --install");
  const { value, exitCode } = await workspace.json(line);
  expect({ exitCode, found: value.length > 0 }).toEqual({ exitCode: 0, found: true });
});

test.each(["list --source emacs", "import --from emacs"])("%s: the agents are named", async (line) => {
  const answer = await new Workspace().run(line);
  expect(answer).toMatch(/error: no agent "emacs"\n! hint: Known: .*pi, .*snapshot.*\nexit 2/);
});

test.each([
  ["nothing named", "import"],
  ["all of nobody", "import --all"],
  ["all, and files", "import --from pi --all x.jsonl"],
])("import: %s is wrong usage", async (_name, line) => {
  expect(await new Workspace().run(line)).toContain("exit 2");
});

test("show and doctor tell what of a session is only carried along", async () => {
  const workspace = new Workspace();
  const file = join(messageLogs(workspace), "b.jsonl");
  expect(await workspace.run(["show", file])).toMatchInlineSnapshot(`
    "ho
    b · openai-jsonl · 1 message · unknown · unknown directory

    ● user  8e759e2d
      ho

      · openai-jsonl: line

    ⚠ 1 damaged range in the log; the rest is shown
      sessions doctor b

    Carried along as they are: 1 entry or block (1 openai-jsonl:line)

    exit 0"
  `);
  expect(await workspace.run(["doctor", file])).toMatchInlineSnapshot(`
    "~/logs/b.jsonl
      not-json  bytes 41 to 49: no JSON value
    Carried along as they are: 1 entry or block (1 openai-jsonl:line)

    not-json  These bytes are no JSON: a line was torn or overwritten. That line is lost, the others are read as if nothing had happened.

    Checked 1 log, 2 entries: 1 damaged range
    Everything else is intact and readable; nothing was changed. An import makes a clean copy.

    exit 5"
  `);
});
