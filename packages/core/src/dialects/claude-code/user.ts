import type { JsonObject } from "../../format/json.ts";
import { anthropicContent } from "../anthropic/content.ts";
import { isToolResult, toolResult } from "../anthropic/results.ts";
import { KEEPER } from "./keeper.ts";
import { blocksOf, object, restOfMessage, textsOf, without } from "./line.ts";

/** How the agent writes what a person did in it, and what it tells the model by itself, as if a person had said it. */
const COMMAND =
  /^\s*(?:<(?:command-(?:name|message)|local-command-|bash-(?:input|std))|Caveat: The messages below)/;
const INJECTED = /^\s*<(?:task-notification|system-reminder)>/;

/** Whether a user's line is a command of the agent's, what it printed, or the caveat about both. */
export function isCommand(value: JsonObject): boolean {
  return value["type"] === "user" && COMMAND.test(textsOf(value));
}

/** Whether a user's line holds what a person said, and not what the agent put there. */
export function isSaid(value: JsonObject): boolean {
  const from = object(value, "origin")?.["kind"];
  if (value["isMeta"] === true || value["isVisibleInTranscriptOnly"] === true) return false;
  if (value["isCompactSummary"] === true || (from !== undefined && from !== "human")) return false;
  return !isCommand(value) && !INJECTED.test(textsOf(value));
}

/** What is known of a call. */
export interface Call {
  readonly name: string;
  /** The entry of its result. */
  result?: string;
}

/**
 * The entries of a user's line: one for each result, then one for what it says. What no person said is no `message`, so
 * that it is no title.
 *
 * @param said whether a person said it
 * @param stored reads what a result stored in a file of its own
 */
export function user(
  value: JsonObject,
  said: boolean,
  calls: ReadonlyMap<string, Call>,
  stored: (path: string) => string | undefined,
): JsonObject[] {
  const blocks = blocksOf(value);
  const results = blocks
    .filter(isToolResult)
    .map((block) => toolResult(block, calls.get(block.tool_use_id)?.name, KEEPER));
  const others = blocks.filter((block) => !isToolResult(block));
  const details = value["toolUseResult"];
  const [first] = results;
  if (first !== undefined && details !== undefined) first["details"] = details;
  const bodies: JsonObject[] = results.map((message) => ({ type: "message", message }));
  if (others.length > 0 || first === undefined)
    bodies.push(saying(value, said, anthropicContent(others, KEEPER)));
  const path = object(value, "toolUseResult")?.["persistedOutputPath"];
  const persistedOutput = typeof path === "string" ? stored(path) : undefined;
  const message = restOfMessage(value);
  const claudeCode = {
    ...without(
      value,
      "type",
      "uuid",
      "message",
      "timestamp",
      ...(first === undefined ? [] : ["toolUseResult"]),
    ),
    ...(Object.keys(message).length > 0 && { message }),
    ...(persistedOutput !== undefined && { persistedOutput }),
  };
  return bodies.map((body) => ({ ...body, claudeCode }));
}

function saying(value: JsonObject, said: boolean, blocks: JsonObject[]): JsonObject {
  if (value["isVisibleInTranscriptOnly"] === true)
    return { type: "custom", customType: "claude-code:shown", data: value["message"] };
  if (said) return { type: "message", message: { role: "user", content: blocks } };
  const customType = isCommand(value) ? "claude-code:command" : "claude-code:injected";
  return { type: "custom_message", customType, content: blocks, display: value["isMeta"] !== true };
}
