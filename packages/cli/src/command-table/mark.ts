import type { Add } from "./add-command.ts";

const GROUP = "Name and mark:";

/** The commands that name and mark what is there. */
export function addMarks(add: Add): void {
  add(
    GROUP,
    "label",
    "Label an entry, or clear its label",
    [
      ["sessions label 3f2a91bc before-fix", "in the newest session"],
      ["sessions label 0192a3f1 3f2a91bc before-fix", "in another one"],
      ["sessions label before-fix --clear", "take it away"],
    ],
    async () => (await import("../commands/label.ts")).label,
  )
    .argument("<entry...>", "the entry and the label, and before them the session if it is not the newest")
    .option("--clear", "clear the label of the entry")
    .usage("[options] [session] <entry> <label>");

  add(
    GROUP,
    "tag",
    "Tag a session, or take a tag off",
    [
      ["sessions tag wip", "the newest session"],
      ["sessions tag 0192a3f1 wip --off", "take the tag off again"],
    ],
    async () => (await import("../commands/tag.ts")).tag,
  )
    .argument("<tag...>", "the tag, and before it the session if it is not the newest")
    .option("--off", "take the tag off")
    .usage("[options] [session] <tag>");

  add(
    GROUP,
    "rename",
    "Name a session",
    [
      ['sessions rename "flaky tests"', "the newest session"],
      ['sessions rename 0192a3f1 ""', "clear the name of another one"],
    ],
    async () => (await import("../commands/rename.ts")).rename,
  )
    .argument("<name...>", "the name, and before it the session if it is not the newest")
    .usage("[options] [session] <name>");
}
