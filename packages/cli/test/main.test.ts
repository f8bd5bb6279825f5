import { expect, test } from "vitest";
import { main } from "../src/main.ts";
import { Workspace } from "./support/workspace.ts";

test("no arguments: a short help", async () => {
  expect(await new Workspace().run("")).toMatchInlineSnapshot(`
    "sessions: Find, read, continue and fork the sessions of coding agents

      sessions list                     the sessions of this directory, newest first
      sessions show                     read the newest one
      sessions tree                     see its branches
      sessions fork 0192a3f1@~2         start again before the second last question
      sessions project --at before-fix  what a model gets there

    All commands: sessions --help     One command: sessions <command> --help

    exit 0"
  `);
});

test.each([
  ["an unknown command", "lsit"],
  ["an unknown option", "list --limt 3"],
  ["a bad value", "list --limit none"],
  ["a missing argument", "checkout"],
  ["a missing option", "move 0192a3f1"],
  ["too many arguments", "show one two"],
  ["two forms at once", "list --json --jsonl"],
])("%s: exit code 2, one line and a hint", async (_name, line) => {
  expect(await new Workspace().run(line)).toMatchSnapshot();
});

test.each(["--json", "lsit --json", "list --limt --json", "--json move x", "list --json --jsonl"])(
  "%s: an error is one JSON value on stdout, and nothing else",
  async (line) => {
    const workspace = new Workspace();
    const context = workspace.context();
    expect(await main(line.split(" "), context)).toBe(2);
    expect(JSON.parse(context.out)).toMatchObject({ error: { code: "USAGE", message: expect.any(String) } });
    expect(context.err).toBe("");
  },
);

test("help and version are JSON too if that is asked for", async () => {
  const workspace = new Workspace();
  expect((await workspace.json("--version")).value).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect((await workspace.json("list --help")).value).toEqual({
    help: expect.stringContaining("Usage: sessions list"),
  });
});

test("options that every command has may stand anywhere", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  const answers = await Promise.all(
    ["--json list --cwd .", "list --json --cwd .", "--cwd . list --json"].map((line) => workspace.run(line)),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('[{"id":"one"');
});

test("a reader that has left is no error", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  const context = workspace.context({ gone: true });
  expect(await main(["list"], context)).toBe(0);
  expect(await main(["show", "nosuch", "--json"], context)).toBe(0);
  expect(context.err).toBe("");
});

test("what nobody foresaw is called a bug", async () => {
  const now = () => new Date(Number.NaN);
  expect(await new Workspace().run("new", { now })).toMatchInlineSnapshot(`
    "! error: Invalid time value
    ! hint: This is a bug in sessions; SESSIONS_DEBUG=1 shows where.
    exit 1"
  `);
});
