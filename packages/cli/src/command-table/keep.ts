import type { Add } from "./add-command.ts";
import { AGENTS, SESSION_AT } from "./session-words.ts";

/** The group that help shows last. */
export const KEEP = "Bring in, take out, look after:";

/** The commands for whole stores and projects. */
export function addKeeping(add: Add): void {
  add(
    KEEP,
    "import",
    "Make native sessions out of logs of other agents",
    [
      ["sessions import session.jsonl", "again later: what is new is added"],
      ["sessions import ~/backup/*.jsonl", "many at once"],
      ["sessions import --from pi", "the sessions that an agent has of this directory"],
      ["sessions import --from pi --all", "all that it has"],
    ],
    async () => (await import("../commands/import.ts")).importLogs,
  )
    .argument("[file...]", "logs of any dialect; with --from also folders; they stay as they are")
    .option(
      "--from <agent>",
      `bring in the sessions of this agent (${AGENTS}), by default those of this directory`,
    )
    .option("-a, --all", "bring in the agent's sessions of every directory")
    .option("--redact", "put [redacted:<kind>] in place of keys and tokens in what is added")
    .option("--jsonl", "answer with one JSON object a line");

  add(
    KEEP,
    "export",
    "Write a session as a new one of another agent",
    [
      ["sessions export --to pi --install", "the newest session; pi finds it in this directory"],
      ["sessions export 0192a3f1 --to native -o copy.jsonl", "the whole tree in one file"],
      ["sessions export 0192a3f1@before-fix --to openai-jsonl", "a branch, to stdout"],
      ["sessions export --to native --redact -o share.jsonl", "without keys and tokens"],
    ],
    async () => (await import("../commands/export.ts")).exportSession,
  )
    .argument("[session]", SESSION_AT)
    .requiredOption("--to <format>", "pi, claude-code, codex, openai-jsonl or native")
    .option("--at <entry>", "only the branch to this entry: an id, a part of one, a label or ~n")
    .option("-o, --output <file>", "a new file; without it the lines go to stdout")
    .option("--install", "write it where that agent looks for its sessions; native: into the store")
    .option("--redact", "put [redacted:<kind>] in place of keys and tokens, on all branches");

  add(
    KEEP,
    "move",
    "Tell the store that a project moved to another directory",
    [
      ["sessions move --from ~/old --to ~/new", "all sessions of a directory"],
      ["sessions move 0192a3f1 --to .", "one session"],
    ],
    async () => (await import("../commands/move.ts")).move,
  )
    .argument("[session]", "an id, a part of one, a name or a file")
    .option("--from <directory>", "move all sessions of this directory")
    .requiredOption("--to <directory>", "the directory they belong to now");

  add(
    KEEP,
    "doctor",
    "Check logs for damage; changes nothing unless told to",
    [
      ["sessions doctor", "every session, also of other agents; exit code 5 means damage"],
      ["sessions doctor ~/backup/session.jsonl", "one file"],
      ["sessions doctor --fix", "close torn lines, narrow modes, rebuild indexes; only ever adds"],
    ],
    async () => (await import("../commands/doctor.ts")).doctor,
  )
    .argument("[session]", "an id, a part of one, a name or a file; default: all")
    .option("-a, --all", "check every session of every agent, as without a session")
    .option("--fix", "put right what can be put right by adding");

  add(
    KEEP,
    "reindex",
    "Build the indexes anew from the logs",
    [["sessions reindex", "when list is slow or looks wrong"]],
    async () => (await import("../commands/reindex.ts")).reindex,
  );
}
