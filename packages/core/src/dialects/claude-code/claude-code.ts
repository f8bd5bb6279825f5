import { translated } from "../translated.ts";
import { detect } from "./detect.ts";
import { sessions } from "./sessions.ts";
import { tell } from "./tell.ts";

/**
 * The sessions of Claude Code, versions 1 and 2. Lines are told in the order of the file. What we have no field for
 * stands in a field `claudeCode` of the same object.
 *
 *     Claude Code                               here
 *     lines of one API message                  one answer: its id is the first one's, its usage the last one's
 *     user: a tool_result                       toolResult, with `toolUseResult` as `details`
 *       what it stored in a file                claudeCode.persistedOutput
 *     user: what a person said                  message
 *     user: a command, its output, its caveat   custom_message "claude-code:command"
 *     user: what else the agent put there       custom_message "claude-code:injected"
 *     assistant: an error of the agent's        message with `errorMessage` alone
 *     compact_boundary, isCompactSummary        compaction, which keeps from the first preserved line on
 *     microcompact_boundary,                    custom, and a context_edit for each result
 *       content-replacement
 *     attachment: queued_command                message
 *       hook_additional_context, file           custom_message "claude-code:attachment/…"
 *     queue-operation                           queue; removed: also a message, as the model got it
 *     custom-title, ai-title, summary           session_info {name}, if it changes the name
 *     tag                                       tag
 *     another cwd, relocated                    session_info {cwd}, but not for folders below the first one
 *     all other lines                           custom "claude-code:<type>/<subtype>"
 *     forkedFrom, fork-context-ref              parentSession; what is only referred to is read from there
 *     agent-….jsonl                             relation: subagent; the name is its description
 *     isSidechain                               a branch of its own, never active
 *
 * Results, and lines that are no turns, make no branch: they hang behind all that hangs beside the same turn, and what
 * follows that turn follows them. The active leaf is the last turn that is no command and that the agent did not make up.
 */
export const claudeCode = translated("claude-code", (start) => detect(start), {
  sessions: (folder) => sessions(folder),
  translate: ({ file }) => tell(file),
});
