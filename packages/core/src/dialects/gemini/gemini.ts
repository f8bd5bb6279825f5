import { FileSource } from "../../log/file-source.ts";
import { translated } from "../translated.ts";
import type { ForeignSession, Told } from "../translation.ts";
import { chatFiles } from "./chat-files.ts";
import { detectGemini } from "./detect.ts";
import { chatLines } from "./read-lines.ts";
import { wholeFile } from "./read-whole.ts";

/**
 * The chats of Gemini CLI, as lines or as one JSON value, and checkpoints that a person saved. What has no place in our
 * form stands in a field `gemini` of the same object.
 *
 *     Gemini CLI                                here
 *     first line, the same anew                 header; session_info {gemini}
 *     $set {summary}                            session_info {name}
 *     $set {messages}                           context_edit where a message changed; leaf where the last are gone; the
 *                                               new ones where more follow; else a compaction of the messages
 *     $rewindTo                                 leaf: before that message; one it does not hold: before the first
 *     a message once more, behind others        context_edit, results, usage
 *     user                                      user; its functionResponse parts are tool results
 *       that starts with <session_context>,     custom_message "gemini:session_context", …: said in the user's name
 *       <hook_context>
 *       that starts with / or ?                 custom "gemini:command": Gemini CLI gives it to no model
 *     gemini {thoughts, content, toolCalls}     one assistant message: thinking, content, calls; results behind it
 *     tokens {input, output, cached, thoughts,  usage; input is without what is cached, output with thoughts
 *             tool}
 *     info, warning, error                      custom "gemini:info", …
 *     chats/<session>/                          header {parentSession, relation: "subagent"}
 *     projects.json, .project_root              header {cwd}
 *     checkpoint-<tag>.json                     a session of its own, named by its tag
 */
export const gemini = translated("gemini", (start) => detectGemini(start), {
  sessions: chatFiles,
  translate,
});

function* translate({ file }: ForeignSession): Generator<Told> {
  const source = FileSource.open(file);
  try {
    yield* file.endsWith(".json") ? wholeFile(file, source) : chatLines(file, source);
  } finally {
    source.close();
  }
}
