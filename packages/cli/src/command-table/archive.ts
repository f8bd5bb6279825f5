import type { Add } from "./add-command.ts";
import { age } from "./option-values.ts";
import { SESSION } from "./session-words.ts";

const GROUP = "Archive and delete:";

/** The commands that take sessions out of sight, and bring them back. */
export function addArchive(add: Add): void {
  add(
    GROUP,
    "archive",
    "Hide a session from lists, or show it again",
    [
      ["sessions archive", "the newest session of this directory"],
      ["sessions archive 0192a3f1 --off", "show another one again"],
      ["sessions list --archived", "see what is hidden"],
    ],
    async () => (await import("../commands/archive.ts")).archive,
  )
    .argument("[session]", SESSION)
    .option("--off", "show it again");

  add(
    GROUP,
    "delete",
    "Move sessions to the trash",
    [
      ["sessions delete 0192a3f1", "one session"],
      ["sessions delete 0192a3f1 0192b7c2", "several: all, or none if one is not found"],
      ["sessions restore 0192a3f1", "take it back"],
    ],
    async () => (await import("../commands/delete.ts")).deleteSessions,
  )
    .argument("[session...]", "ids, parts of ids, names or files; none is taken by default")
    .usage("[options] <session...>");

  add(
    GROUP,
    "restore",
    "Put a session from the trash back in its place",
    [
      ["sessions restore 0192a3f1", "put it back"],
      ["sessions trash", "see what can be put back"],
    ],
    async () => (await import("../commands/restore.ts")).restore,
  )
    .argument("[session]", "an id, a part of one or a name, as the trash shows it")
    .usage("[options] <session>");

  add(
    GROUP,
    "trash",
    "List what is in the trash, or empty it",
    [
      ["sessions trash", "what was deleted, newest first"],
      ["sessions trash empty", "tell what emptying would delete"],
      ["sessions trash empty --yes", "delete it for good"],
    ],
    async () => (await import("../commands/trash.ts")).trash,
  )
    .argument("[empty]", "the word `empty`, to empty it")
    .option("--yes", "really delete; there is no way back");

  add(
    GROUP,
    "prune",
    "Move sessions that were long not used to the trash",
    [
      ["sessions prune --older-than 30d", "tell which of this directory would go"],
      ["sessions prune --older-than 30d --yes", "move them"],
      ["sessions prune --older-than 26w --all", "of every directory"],
    ],
    async () => (await import("../commands/prune.ts")).prune,
  )
    .requiredOption(
      "--older-than <age>",
      "without a message for so long: hours, days or weeks, such as 12h, 30d, 2w",
      age,
    )
    .option("-a, --all", "look at every directory's sessions")
    .option("--yes", "move them; without it nothing is changed");
}
