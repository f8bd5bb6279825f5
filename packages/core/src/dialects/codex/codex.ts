import { textIn } from "../../answers/answer-parts.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Detection, Dialect } from "../dialect.ts";
import { linesAmong } from "../header-lines.ts";
import { translated } from "../translated.ts";
import { decompressedStart, isCompressed } from "./compressed.ts";
import { isBareHeader } from "./line.ts";
import { codexSessions } from "./sessions.ts";
import { translateThread } from "./translate.ts";

/**
 * The rollouts of Codex, of all its eras, compressed or not. Nothing of a line is lost: what has no place in our form
 * stands in a field `codex` of the same object, or is a `custom` entry.
 *
 *     Codex                                      here
 *     session_meta, the thread's own             the header
 *       forked_from_id, history_base             parentSession, forkedFrom, relation "fork"
 *       parent_thread_id, source.subagent        parentSession, relation "subagent"
 *       history_base                             the parent's lines, as far as it says, stand first
 *     turn_context                               custom; model_change, thinking_level_change, session_info {cwd}
 *     compacted {replacement_history}            compaction {messages}
 *     compacted {message}                        compaction {summary}
 *     response_item
 *       message of a user                        message; custom_message "codex:…" where Codex itself speaks
 *       message developer, system                message of the system
 *       agent_message                            custom_message "codex:agent_message"; also inter_agent_communication
 *       message assistant, reasoning, calls      in a row one message of the assistant
 *         reasoning                              thinking, with the item as its signature
 *         custom_tool_call {input}               toolCall {input: {input}}
 *         web_search_call, image_generation_call a block of that type
 *       …_output                                 message toolResult
 *     event_msg
 *       token_count                              usage of the answer before it; else a usage entry, or custom
 *       thread_rolled_back {num_turns}           what follows stands before those turns
 *       thread_name_updated                      session_info {name} too
 *     anything else, all other events            custom "codex:<type>", `data` is the line
 *
 * An event that repeats a text counts as that message only where damage took its item.
 */
export const codex: Dialect = translated("codex", detect, {
  sessions: codexSessions,
  translate: (session) => translateThread(session),
});

const KINDS: ReadonlySet<unknown> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
]);

function detect(start: Buffer): Detection {
  const plain = isCompressed(start) ? decompressedStart(start) : start;
  // A first block that does not fit into the first bytes: only translating it tells.
  if (plain.length === 0 && isCompressed(start)) return "yes";
  for (const value of linesAmong(plain)) if (isRollout(value)) return "yes";
  return "no";
}

/** Whether a line, or the beginning of one, is of a rollout. */
function isRollout(value: JsonObject): boolean {
  const { type, payload } = value;
  if (isBareHeader(value)) return true;
  return (
    KINDS.has(type) &&
    textIn(value, "timestamp") !== undefined &&
    (payload === undefined || isJsonObject(payload))
  );
}
