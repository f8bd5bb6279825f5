import type { Add } from "./add-command.ts";
import { SESSION, SESSION_AT } from "./session-words.ts";

const GROUP = "Work:";

/** The commands that a session grows by. */
export function addWork(add: Add): void {
  add(
    GROUP,
    "new",
    "Make an empty session and print its id",
    [
      ["sessions new", "in this directory"],
      ['sessions new --name "flaky tests"', "with a name"],
    ],
    async () => (await import("../commands/new.ts")).newSession,
  ).option("--name <name>", "name the session");

  add(
    GROUP,
    "append",
    "Append entries or messages from stdin, all or none",
    [
      [`echo '{"role":"user","content":"fix the tests"}' | sessions append`, "a message"],
      ["sessions append 0192a3f1 < entries.jsonl", "whole entries, one a line"],
    ],
    async () => (await import("../commands/append.ts")).append,
  ).argument("[session]", SESSION);

  add(
    GROUP,
    "continue",
    "Pick the session to continue here, or run a program on it",
    [
      ["sessions continue", "print the id of the newest session"],
      ["sessions continue -- my-agent --resume", "run it with SESSION_ID, SESSION_FILE and SESSION_LEAF"],
    ],
    async () => (await import("../commands/continue.ts")).continueSession,
  )
    .argument("[session]", SESSION)
    .argument("[command...]", "behind --: a program to run; its exit code becomes this one's")
    .usage("[options] [session] [-- command...]");

  add(
    GROUP,
    "fork",
    "Start a new session as a copy of a branch",
    [
      ["sessions fork", "from the active leaf of the newest session"],
      ["sessions fork 0192a3f1 --at before-fix", "up to a label, included"],
      ["sessions fork 0192a3f1@~1", "up to before the last question"],
    ],
    async () => (await import("../commands/fork.ts")).fork,
  )
    .argument("[session]", SESSION_AT)
    .option("--at <entry>", "end with this entry: an id, a part of one, a label or ~n");

  add(
    GROUP,
    "checkout",
    "Move the active leaf: the next append goes there",
    [
      ["sessions checkout ~1", "before the last question of the newest session"],
      ["sessions checkout 0192a3f1 before-fix", "at a label"],
    ],
    async () => (await import("../commands/checkout.ts")).checkout,
  )
    .argument("<entry...>", "the entry, and before it the session if it is not the newest")
    .usage("[options] [session] <entry>");
}
