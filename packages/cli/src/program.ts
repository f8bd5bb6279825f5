import { InvalidArgumentError, Option, type Command } from "commander";
import type { Call } from "./call.ts";
import { addExamples, type Example } from "./help.ts";
import { createRoot, type Reporter } from "./root-command.ts";
import type { Run } from "./run.ts";

type Start = (run: Run, call: Call<never>) => Promise<number | void>;

const READ = "Read:";
const WORK = "Work:";
const MARK = "Name and mark:";
const KEEP = "Bring in and look after:";

const SESSION = "an id, a part of one, a name or a file; default: the newest session of this directory";
const SESSION_AT = `${SESSION}; @entry after it picks an entry`;

export const EXAMPLES: readonly Example[] = [
  ["sessions list", "the sessions of this directory, newest first"],
  ["sessions show", "read the newest one"],
  ["sessions tree", "see its branches"],
  ["sessions fork 0192a3f1@~2", "start again before the second last question"],
  ["sessions project --at before-fix", "what a model gets there"],
];

/** The command table. What a command does is loaded when it runs, so that the start stays quick. */
export function createProgram(early: Run, reporter: Reporter): Command {
  const program = createRoot(early, reporter, KEEP);
  addExamples(program, EXAMPLES);

  const add = (
    group: string,
    name: string,
    about: string,
    examples: readonly Example[],
    load: () => Promise<Start>,
  ) => {
    const command = program.command(name).helpGroup(group).description(about);
    addExamples(command, examples);
    return command.action(() => start(command, reporter, load));
  };

  add(
    READ,
    "list",
    "List sessions, newest activity first",
    [
      ["sessions list", "the sessions of this directory"],
      ["sessions list --all -n 20", "the last 20 of every directory"],
      ["sessions list --source pi", "those that pi wrote, read in place"],
      ["sessions list --jsonl | jq -r .id", "one JSON object a line"],
    ],
    async () => (await import("./commands/list.ts")).list,
  )
    .alias("ls")
    .option("-a, --all", "show every directory's sessions")
    .addOption(new Option("-n, --limit <count>", "show only the first so many").argParser(wholeNumber))
    .option("--source <agent>", "show sessions of this agent (native, pi, all)", "native")
    .option("--archived", "show archived sessions too")
    .option("--jsonl", "answer with one JSON object a line");

  add(
    READ,
    "show",
    "Read a session: the transcript of its active branch",
    [
      ["sessions show", "the newest session of this directory"],
      ["sessions show 0192a3f1", "another one"],
      ["sessions show 0192a3f1@before-fix", "the branch that ends there"],
      ["sessions show ~/backup/session.jsonl --all", "all branches of a file"],
    ],
    async () => (await import("./commands/show.ts")).show,
  )
    .argument("[session]", SESSION_AT)
    .option("-a, --all", "show all branches, not only the active one")
    .option("--full", "unfold thinking, tool calls and their results");

  add(
    READ,
    "tree",
    "Draw the branches of a session",
    [
      ["sessions tree", "the newest session of this directory"],
      ["sessions tree 0192a3f1 --full", "every entry, nothing folded"],
    ],
    async () => (await import("./commands/tree.ts")).tree,
  )
    .argument("[session]", SESSION)
    .option("--full", "show every entry, runs of tool calls too");

  add(
    READ,
    "project",
    "Print the messages that a model gets",
    [
      ["sessions project > context.json", "at the active leaf"],
      ["sessions project 0192a3f1@~1", "before the last question"],
      ["sessions project --target anthropic --json", "the body of a request"],
      ["sessions project --explain", "what is sent of each entry, and why not"],
    ],
    async () => (await import("./commands/project.ts")).project,
  )
    .argument("[session]", SESSION_AT)
    .option("--at <entry>", "end with this entry: an id, a part of one, a label or ~n")
    .option(
      "--target <api>",
      "print the form that an API takes: neutral, anthropic, openai-chat, openai-responses, gemini, bedrock, ai-sdk, pi",
      "neutral",
    )
    .option("--model <[provider/]model>", "the model it goes to; default: the one in force")
    .option("--explain", "tell entry by entry what is sent, left out and repaired");

  add(
    READ,
    "stats",
    "Count tokens and costs, each response once",
    [
      ["sessions stats", "the newest session of this directory"],
      ["sessions stats 0192a3f1@before-fix", "another one; its branch ends there"],
      ["sessions stats --project", "all sessions of this directory"],
      ["sessions stats --lineage 0192a3f1", "a session with its forks, and what it came from"],
      ["sessions stats --all --prices prices.json", "every directory, at your prices"],
    ],
    async () => (await import("./commands/stats.ts")).stats,
  )
    .argument("[session]", SESSION_AT)
    .option("--project", "count all sessions of this directory")
    .option("--lineage", "count the session with its forks, and what it came from")
    .option("-a, --all", "count every directory's sessions")
    .option("--prices <file>", "take prices from this file where the log tells no cost");

  add(
    WORK,
    "new",
    "Make an empty session and print its id",
    [
      ["sessions new", "in this directory"],
      ['sessions new --name "flaky tests"', "with a name"],
    ],
    async () => (await import("./commands/new.ts")).newSession,
  ).option("--name <name>", "name the session");

  add(
    WORK,
    "append",
    "Append entries or messages from stdin, all or none",
    [
      [`echo '{"role":"user","content":"fix the tests"}' | sessions append`, "a message"],
      ["sessions append 0192a3f1 < entries.jsonl", "whole entries, one a line"],
    ],
    async () => (await import("./commands/append.ts")).append,
  ).argument("[session]", SESSION);

  add(
    WORK,
    "continue",
    "Pick the session to continue here, or run a program on it",
    [
      ["sessions continue", "print the id of the newest session"],
      ["sessions continue -- my-agent --resume", "run it with SESSION_ID, SESSION_FILE and SESSION_LEAF"],
    ],
    async () => (await import("./commands/continue.ts")).continueSession,
  )
    .argument("[session]", SESSION)
    .argument("[command...]", "behind --: a program to run; its exit code becomes this one's")
    .usage("[options] [session] [-- command...]");

  add(
    WORK,
    "fork",
    "Start a new session as a copy of a branch",
    [
      ["sessions fork", "from the active leaf of the newest session"],
      ["sessions fork 0192a3f1 --at before-fix", "up to a label, included"],
      ["sessions fork 0192a3f1@~1", "up to before the last question"],
    ],
    async () => (await import("./commands/fork.ts")).fork,
  )
    .argument("[session]", SESSION_AT)
    .option("--at <entry>", "end with this entry: an id, a part of one, a label or ~n");

  add(
    WORK,
    "checkout",
    "Move the active leaf: the next append goes there",
    [
      ["sessions checkout ~1", "before the last question of the newest session"],
      ["sessions checkout 0192a3f1 before-fix", "at a label"],
    ],
    async () => (await import("./commands/checkout.ts")).checkout,
  )
    .argument("<entry...>", "the entry, and before it the session if it is not the newest")
    .usage("[options] [session] <entry>");

  add(
    MARK,
    "label",
    "Label an entry, or clear its label",
    [
      ["sessions label 3f2a91bc before-fix", "in the newest session"],
      ["sessions label 0192a3f1 3f2a91bc before-fix", "in another one"],
      ["sessions label before-fix --clear", "take it away"],
    ],
    async () => (await import("./commands/label.ts")).label,
  )
    .argument("<entry...>", "the entry and the label, and before them the session if it is not the newest")
    .option("--clear", "clear the label of the entry")
    .usage("[options] [session] <entry> <label>");

  add(
    MARK,
    "tag",
    "Tag a session, or take a tag off",
    [
      ["sessions tag wip", "the newest session"],
      ["sessions tag 0192a3f1 wip --off", "take the tag off again"],
    ],
    async () => (await import("./commands/tag.ts")).tag,
  )
    .argument("<tag...>", "the tag, and before it the session if it is not the newest")
    .option("--off", "take the tag off")
    .usage("[options] [session] <tag>");

  add(
    MARK,
    "rename",
    "Name a session",
    [
      ['sessions rename "flaky tests"', "the newest session"],
      ['sessions rename 0192a3f1 ""', "clear the name of another one"],
    ],
    async () => (await import("./commands/rename.ts")).rename,
  )
    .argument("<name...>", "the name, and before it the session if it is not the newest")
    .usage("[options] [session] <name>");

  add(
    KEEP,
    "import",
    "Make native sessions out of logs of other agents",
    [
      ["sessions import session.jsonl", "again later: what is new is added"],
      ["sessions import ~/backup/*.jsonl", "many at once"],
    ],
    async () => (await import("./commands/import.ts")).importLogs,
  )
    .argument("<file...>", "logs of any dialect; they stay as they are")
    .option("--jsonl", "answer with one JSON object a line");

  add(
    KEEP,
    "move",
    "Tell the store that a project moved to another directory",
    [
      ["sessions move --from ~/old --to ~/new", "all sessions of a directory"],
      ["sessions move 0192a3f1 --to .", "one session"],
    ],
    async () => (await import("./commands/move.ts")).move,
  )
    .argument("[session]", "an id, a part of one, a name or a file")
    .option("--from <directory>", "move all sessions of this directory")
    .requiredOption("--to <directory>", "the directory they belong to now");

  add(
    KEEP,
    "doctor",
    "Check logs for damage; changes nothing",
    [
      ["sessions doctor", "every session of the store; exit code 5 means damage"],
      ["sessions doctor ~/backup/session.jsonl", "one file"],
    ],
    async () => (await import("./commands/doctor.ts")).doctor,
  ).argument("[session]", "an id, a part of one, a name or a file; default: all");

  add(
    KEEP,
    "reindex",
    "Build the indexes anew from the logs",
    [["sessions reindex", "when list is slow or looks wrong"]],
    async () => (await import("./commands/reindex.ts")).reindex,
  );

  return program;
}

async function start(command: Command, reporter: Reporter, load: () => Promise<Start>): Promise<void> {
  const run = reporter.begin(command.optsWithGlobals());
  const { rawArgs } = (command.parent ?? command) as Command & { rawArgs: readonly string[] };
  const dashes = rawArgs.indexOf("--");
  const program = dashes < 0 ? undefined : rawArgs.slice(dashes + 1);
  const execute = await load();
  const call = { args: command.args, options: command.opts(), program } as Call<never>;
  reporter.end((await execute(run, call)) ?? 0);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Give a whole number, 1 or more.");
  return Number(text);
}
