import { Option } from "commander";
import type { Add } from "./add-command.ts";
import { wholeNumber } from "./option-values.ts";
import { AGENTS, SESSION, SESSION_AT } from "./session-words.ts";

const GROUP = "Read:";

/** The commands that only read. */
export function addReading(add: Add): void {
  add(
    GROUP,
    "list",
    "List the sessions of every agent, newest activity first",
    [
      ["sessions list", "the sessions of this directory"],
      ["sessions list --all -n 20", "the last 20 of every directory"],
      ["sessions list --repo", "those of all worktrees of this repository"],
      ["sessions list --source pi", "those that pi wrote, read in place"],
      ["sessions list --jsonl | jq -r .id", "one JSON object a line"],
    ],
    async () => (await import("../commands/list.ts")).list,
  )
    .alias("ls")
    .option("-a, --all", "show every directory's sessions")
    .addOption(new Option("-n, --limit <count>", "show only the first so many").argParser(wholeNumber))
    .option("--repo", "show the sessions of the whole repository, all its worktrees too")
    .option(
      "--source <agent>",
      `show only sessions of this agent (${AGENTS}), or of the store (native)`,
      "all",
    )
    .option("--archived", "show archived sessions too")
    .option("--subagents", "show the sessions of subagents in rows of their own; a pipe gets them always")
    .option("--jsonl", "answer with one JSON object a line")
    .addHelpText(
      "after",
      "\nBefore a title: ⚠2 damaged ranges (sessions doctor tells), +3 sessions of subagents, #a tag",
    );

  add(
    GROUP,
    "show",
    "Read a session: the transcript of its active branch",
    [
      ["sessions show", "the newest session of this directory"],
      ["sessions show 0192a3f1", "another one"],
      ["sessions show 0192a3f1@before-fix", "the branch that ends there"],
      ["sessions show ~/backup/session.jsonl --all", "all branches of a file"],
    ],
    async () => (await import("../commands/show.ts")).show,
  )
    .argument("[session]", SESSION_AT)
    .option("-a, --all", "show all branches, not only the active one")
    .option("--full", "unfold thinking, tool calls and their results");

  add(
    GROUP,
    "tree",
    "Draw the branches of a session",
    [
      ["sessions tree", "the newest session of this directory"],
      ["sessions tree 0192a3f1 --full", "every entry, nothing folded"],
    ],
    async () => (await import("../commands/tree.ts")).tree,
  )
    .argument("[session]", SESSION)
    .option("--full", "show every entry, runs of tool calls and what is carried along too");

  add(
    GROUP,
    "project",
    "Print the messages that a model gets",
    [
      ["sessions project > context.json", "at the active leaf"],
      ["sessions project 0192a3f1@~1", "before the last question"],
      ["sessions project --target anthropic --json", "the body of a request"],
      ["sessions project --explain", "what is sent of each entry, and why not"],
    ],
    async () => (await import("../commands/project.ts")).project,
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
    GROUP,
    "search",
    "Find words in all sessions, branches and agents",
    [
      ["sessions search flaky timer", "entries with both words, the best first"],
      ["sessions search '\"clock argument\" role:user'", "a phrase, in questions only"],
      ["sessions search getUser* since:7d --sort newest", "a beginning, in the last week"],
      ["sessions search ENOSPC tool:bash project:.", "in calls and results of a tool, here"],
      ["sessions search '=> null' --deep", "signs, thinking, whole results: slow and thorough"],
    ],
    async () => (await import("../commands/search.ts")).search,
  )
    .argument(
      "<words...>",
      'words that all must occur; "a phrase", a begin*, role: tool: project: agent: since:',
    )
    .option("--role <role>", "only words of user, assistant, tool or summary")
    .option("--tool <name>", "only calls and results of this tool")
    .option("--project <path>", "only sessions of a directory (. is this one), or a part of its path")
    .option("--agent <agent>", `only sessions of this agent (native, ${AGENTS})`)
    .option("--since <time>", "not older: 12h, 7d, 2w, or a date")
    .option("--sort <order>", "relevance or newest", "relevance")
    .addOption(
      new Option("-n, --limit <count>", "show only the first so many; default: 20").argParser(wholeNumber),
    )
    .option("--deep", "search all text of the logs as you typed it, newest first")
    .option("--no-index", "read the logs, and leave the search index alone")
    .option("--jsonl", "answer with one JSON object a line");

  add(
    GROUP,
    "stats",
    "Count tokens and costs, each response once",
    [
      ["sessions stats", "the newest session of this directory"],
      ["sessions stats 0192a3f1@before-fix", "another one; its branch ends there"],
      ["sessions stats --project", "all sessions of this directory"],
      ["sessions stats --lineage 0192a3f1", "a session with its forks, and what it came from"],
      ["sessions stats --all --prices prices.json", "every directory, at your prices"],
    ],
    async () => (await import("../commands/stats.ts")).stats,
  )
    .argument("[session]", SESSION_AT)
    .option("--project", "count all sessions of this directory")
    .option("--lineage", "count the session with its forks, and what it came from")
    .option("-a, --all", "count every directory's sessions")
    .option("--prices <file>", "take prices from this file where the log tells no cost");
}
