import type { Detection, Dialect } from "../dialect.ts";
import { linesAmong } from "../header-lines.ts";
import { translated } from "../translated.ts";
import { isEvent } from "./event.ts";
import { copilotSessions } from "./sessions.ts";
import { translateSession } from "./translate.ts";

/**
 * The sessions of the GitHub Copilot CLI. Its events are a chain in file order. Nothing of them is lost: what has no
 * place in our form stands in a field `copilot` of the same object, or is a `custom` entry.
 *
 *     Copilot                                    here
 *     session.start                              the header, and custom; selectedModel: model_change
 *     user.message {content}                     message
 *       with a source that is not the user       custom_message "copilot:<source>"
 *     system.notification                        custom_message "copilot:notification"
 *     system.message                             message of the system
 *     assistant.message                          message; chunks of one response are one
 *       reasoningText, content, toolRequests     thinking, text, toolCall
 *       outputTokens, apiCallId or messageId     usage, responseId
 *     tool.execution_complete                    message toolResult
 *     session.compaction_complete                compaction {summary}, which keeps nothing
 *     session.model_change {newModel}            model_change, and custom
 *     session.resume, session.context_changed    session_info {cwd}, and custom
 *     session.title_changed                      session_info {name}, and custom
 *     session.shutdown {modelMetrics}            usage entries for what was read, and custom
 *     events of a subagent                       the same, from a root of its own
 *     anything else                              custom "copilot:<type>", `data` is the event
 */
export const copilot: Dialect = translated("copilot", detect, {
  sessions: copilotSessions,
  translate: (session) => translateSession(session),
});

function detect(start: Buffer): Detection {
  for (const value of linesAmong(start)) if (isEvent(value)) return "yes";
  return "no";
}
