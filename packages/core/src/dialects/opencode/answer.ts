import type { JsonObject } from "../../format/json.ts";
import type { AssistantMessage, Block, ToolResultMessage } from "../../format/messages.ts";
import { objectAt, textAt } from "./fields.ts";
import { signatureOf } from "./signature.ts";
import type { StoredMessage, StoredPart } from "./stored.ts";
import { readTool } from "./tool.ts";
import { readTokens } from "./usage.ts";

/** One response of an API: a message of older versions holds several, one for each step. */
export interface ReadStep {
  /** Of its parts. */
  readonly ids: readonly string[];
  readonly message: AssistantMessage;
  readonly results: readonly ToolResultMessage[];
}

const STOP_REASONS = new Map<unknown, AssistantMessage["stopReason"]>([
  ["stop", "stop"],
  ["length", "length"],
  ["tool-calls", "toolUse"],
  ["error", "error"],
]);

/** Reads an assistant message, step by step. */
export function readAnswer({ info, parts }: StoredMessage): ReadStep[] {
  const steps = stepsOf(parts);
  return steps.map((step, index) => {
    const last = index === steps.length - 1;
    return readStep(step, info, last, steps.length > 1);
  });
}

/** A step begins where its mark stands; what says nothing and used nothing is no step. */
function stepsOf(parts: readonly StoredPart[]): StoredPart[][] {
  const steps: StoredPart[][] = [[]];
  let hasSaid = false;
  for (const part of parts) {
    if (hasSaid && part.value["type"] === "step-start") {
      steps.push([]);
      hasSaid = false;
    }
    steps.at(-1)!.push(part);
    hasSaid ||= says(part.value);
  }
  return steps;
}

function says({ type }: JsonObject): boolean {
  return type === "text" || type === "reasoning" || type === "tool" || type === "step-finish";
}

function readStep(parts: readonly StoredPart[], info: JsonObject, last: boolean, several: boolean): ReadStep {
  const content: Block[] = [];
  const results: ToolResultMessage[] = [];
  const rest: JsonObject[] = [];
  for (const { value } of parts) {
    const tool = value["type"] === "tool" ? readTool(value) : undefined;
    const block = tool?.call ?? spoken(value);
    if (block === undefined) rest.push(value);
    else content.push(block);
    if (tool?.result !== undefined) results.push(tool.result);
  }
  const finish = parts.findLast(({ value }) => value["type"] === "step-finish")?.value;
  // The cost of a message is the sum of its steps; its tokens are those of the last one.
  const usage = readTokens(several && finish !== undefined ? finish : last && !several ? info : {});
  const {
    role: _,
    modelID,
    providerID,
    error: _error,
    tokens: _tokens,
    cost: _cost,
    finish: ended,
    ...more
  } = info;
  const message: AssistantMessage = {
    role: "assistant",
    content,
    ...(typeof providerID === "string" && { provider: providerID }),
    ...(typeof modelID === "string" && { model: modelID }),
    ...stopOf(last ? ended : finish?.["reason"], last ? info : {}, content),
    ...(usage !== undefined && { usage }),
    opencode: last ? { ...more, parts: rest } : { parts: rest },
  };
  return { ids: parts.map(({ id }) => id), message, results };
}

/** A part that the model said; one that is odd is carried. */
function spoken(part: JsonObject): Block | undefined {
  const { type, text, ignored } = part;
  if (typeof text !== "string") return undefined;
  if (type === "reasoning") return { type: "thinking", thinking: text, ...signatureOf(part) };
  return type === "text" && ignored !== true ? { type: "text", text, ...signatureOf(part) } : undefined;
}

function stopOf(
  finish: unknown,
  info: JsonObject,
  content: readonly Block[],
): Pick<AssistantMessage, "stopReason" | "errorMessage"> {
  const error = objectAt(info, "error");
  const name = textAt(error, "name");
  if (name !== undefined) {
    const stopReason = name === "MessageAbortedError" ? "aborted" : "error";
    return { stopReason, errorMessage: textAt(objectAt(error, "data"), "message") ?? name };
  }
  if (content.some((block) => "partialJson" in block)) return { stopReason: "aborted" };
  const stopReason = STOP_REASONS.get(finish);
  return stopReason === undefined ? {} : { stopReason };
}
