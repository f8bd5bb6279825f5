import { isJsonObject } from "../../format/json.ts";
import type { Detection, Dialect } from "../dialect.ts";
import { firstValue, headerAmong } from "../header-lines.ts";
import { adoptPiLine } from "./adopt.ts";
import { decodePiEntry } from "./entries.ts";
import { piHeader, sessionIdOfFile } from "./header.ts";

/**
 * The logs of the pi coding agent, versions 1 to 3. Nothing of a line is lost: fields go on under their own names,
 * except these. What has no place in our form, or does not fit it, stands in a field `pi` of the same object.
 *
 *     pi                                        here
 *     {"type":"title","title"} without id       session_info {name}
 *     model_change {modelId}                    {model}
 *     compaction {firstKeptEntryIndex}          {firstKeptEntryId}; its own id, or none: null
 *     compaction {systemMessage}                state.system too
 *     context_edit {replacement:{content}}      {replacement: content}
 *     label {label:""}, session_info {name:""}  null
 *     message of role bashExecution             custom_message "pi:bashExecution", a text; the original in `details`
 *       with excludeFromContext                 custom "pi:bashExecution"
 *     message of role custom, hookMessage       custom_message
 *     message of role branchSummary             branch_summary
 *     message of role compactionSummary         custom_message "pi:compactionSummary"
 *     message of another role R                 custom "pi:R"
 *     message {content: null}                   []
 *     system {sections}                         joined to `content` too
 *     toolCall {arguments}                      {input}
 *     thinking {thinkingSignature}              {signature}
 *     usage {input, output, cacheRead,          {inputTokens, outputTokens, cacheReadTokens,
 *            cacheWrite, cost:{total}}           cacheWriteTokens, cost}
 *     tag, archive, upgrade, leaf, queue        pi:tag, …: in pi's logs they are none of our types
 */
export const pi: Dialect = {
  name: "pi",
  openTail: true,
  knownVersion: 3,
  leafRule: "last",
  fallbackId: (fileName) => sessionIdOfFile(fileName),
  detect,
  header: (value) => piHeader(value),
  adopt: (value) => adoptPiLine(value),
  decode: (value, head) => decodePiEntry(value, head),
};

function detect(start: Buffer): Detection {
  const header = headerAmong(start);
  if (header !== undefined) return piHeader(header) === undefined ? "no" : "yes";
  const first = firstValue(start);
  const harness = isJsonObject(first) && first["kind"] === "header" && typeof first["v"] === "number";
  return harness ? { unsupported: `pi harness format ${String(first["v"])}` } : "no";
}
