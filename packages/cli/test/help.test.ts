import { agentFolders } from "@session-tree/core";
import { expect, test } from "vitest";
import { createProgram } from "../src/program.ts";
import { Run } from "../src/run.ts";
import { Workspace } from "./support/workspace.ts";
import { FakeContext } from "./support/fake-context.ts";

function commands() {
  const run = new Run(new FakeContext({ cwd: "/", home: "/" }), {});
  const program = createProgram(run, { begin: () => run, end: () => undefined, write: () => undefined });
  return program.commands;
}

const NAMES = commands().map((command) => command.name());

test("the commands", () => {
  expect(NAMES).toMatchInlineSnapshot(`
    [
      "list",
      "show",
      "tree",
      "project",
      "search",
      "stats",
      "new",
      "append",
      "continue",
      "fork",
      "checkout",
      "label",
      "tag",
      "rename",
      "archive",
      "delete",
      "restore",
      "trash",
      "prune",
      "import",
      "export",
      "move",
      "doctor",
      "reindex",
    ]
  `);
});

test.each(NAMES)("%s --help opens with examples of it", async (name) => {
  const help = await new Workspace().run([name, "--help"]);
  const lines = help.split("\n");
  expect(lines[0]).toBe("Examples:");
  expect(lines[1]).toMatch(new RegExp(`^  .*sessions ${name}\\b`));
  expect(help).toContain("Usage: sessions ");
  expect(help).toMatch(/exit 0$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(110);
});

test.each(commands().map((command) => [command.name(), command] as const))(
  "%s is described by an imperative without a full stop",
  (_name, command) => {
    expect(command.description()).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
    // Not "Lists", and not "Listing".
    expect(command.description().split(" ")[0]).not.toMatch(/(?:[^s]s|ing)$/);
    for (const option of command.options) expect(option.description).toMatch(/^[a-z].*[^.]$/);
    for (const argument of command.registeredArguments) expect(argument.description).toMatch(/^[a-z].*[^.]$/);
  },
);

test("the whole help", async () => {
  expect(await new Workspace().run("--help")).toMatchInlineSnapshot(`
    "Examples:
      sessions list                     the sessions of this directory, newest first
      sessions show                     read the newest one
      sessions tree                     see its branches
      sessions fork 0192a3f1@~2         start again before the second last question
      sessions project --at before-fix  what a model gets there

    Usage: sessions [options] [command]

    Find, read, continue and fork the sessions of coding agents

    Options:
      --json             answer with one JSON value
      --root <folder>    use the store in this folder
      --cwd <directory>  take this as the project's directory
      --color            use colours even if this is no terminal
      --no-color         use no colours
      --no-pager         write long answers without a pager
      -V, --version      print the version
      -h, --help         show this help

    Read:
      list               List the sessions of every agent, newest activity first
      show               Read a session: the transcript of its active branch
      tree               Draw the branches of a session
      project            Print the messages that a model gets
      search             Find words in all sessions, branches and agents
      stats              Count tokens and costs, each response once

    Work:
      new                Make an empty session and print its id
      append             Append entries or messages from stdin, all or none
      continue           Pick the session to continue here, or run a program on it
      fork               Start a new session as a copy of a branch
      checkout           Move the active leaf: the next append goes there

    Name and mark:
      label              Label an entry, or clear its label
      tag                Tag a session, or take a tag off
      rename             Name a session

    Archive and delete:
      archive            Hide a session from lists, or show it again
      delete             Move sessions to the trash
      restore            Put a session from the trash back in its place
      trash              List what is in the trash, or empty it
      prune              Move sessions that were long not used to the trash

    Bring in, take out, look after:
      import             Make native sessions out of logs of other agents
      export             Write a session as a new one of another agent
      move               Tell the store that a project moved to another directory
      doctor             Check logs for damage; changes nothing unless told to
      reindex            Build the indexes anew from the logs
      help               Show the help of a command

    exit 0"
  `);
});

test("help of a command by name is the same", async () => {
  const workspace = new Workspace();
  expect(await workspace.run("help list")).toBe(await workspace.run("list --help"));
});

test.each(["list", "search", "import"])("%s --help names the agents that have folders", async (name) => {
  const help = (await new Workspace().run([name, "--help"])).replaceAll(/\s+/g, " ");
  const names = agentFolders({ home: "/home", env: {} }).map(({ dialect }) => dialect);
  expect(help).toContain([...new Set(names)].join(", "));
});
