import type { JsonObject } from "../../format/json.ts";
import { readAdvisorUsage, readUsage } from "../../usage/read-usage.ts";
import { anthropicContent } from "../anthropic/content.ts";
import { KEEPER } from "./keeper.ts";
import { blocksOf, object, restOfMessage, text, textsOf, without, type Line } from "./line.ts";

/** Why a model stopped, as the API says it. */
const STOP_REASONS: Readonly<Record<string, string>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  tool_use: "toolUse",
};

/**
 * The entries of one answer, from all its lines: each has some of its blocks and repeats the rest, so that the counts of
 * the last one are those of the whole.
 */
export function answer(lines: readonly Line[]): JsonObject[] {
  const messages = lines.map(({ value }) => object(value, "message")!);
  const first = messages[0]!;
  const last = messages.findLast((message) => object(message, "usage") !== undefined) ?? messages.at(-1)!;
  const stop = messages.map((message) => text(message, "stop_reason")).findLast((reason) => reason);
  const usage = object(last, "usage");
  const model = text(first, "model");
  const message = {
    role: "assistant",
    content: anthropicContent(
      lines.flatMap(({ value }) => blocksOf(value)),
      KEEPER,
    ),
    ...(model?.startsWith("claude") === true && { provider: "anthropic" }),
    api: "anthropic-messages",
    ...(model !== undefined && { model }),
    ...(Object.hasOwn(STOP_REASONS, stop ?? "") && { stopReason: STOP_REASONS[stop!] }),
    ...(usage !== undefined && { usage: readUsage("anthropic", usage) }),
    ...optional("responseId", text(first, "id")),
    ...optional("requestId", text(lines[0]!.value, "requestId")),
    claudeCode: restOf(lines.at(-1)!),
  };
  const advice = readAdvisorUsage(usage).map((one) => ({
    type: "usage",
    kind: "advisor",
    model: one.model ?? "unknown",
    usage: one.usage,
  }));
  return [{ type: "message", message, claudeCode: envelopes(lines) }, ...advice];
}

/** What the agent says to the person where no answer came: no word of it is the model's. */
export function failure(value: JsonObject): JsonObject[] {
  const message = {
    role: "assistant",
    content: [],
    stopReason: "error",
    errorMessage: textsOf(value),
    claudeCode: object(value, "message"),
  };
  return [{ type: "message", message, claudeCode: without(value, "type", "uuid", "message", "timestamp") }];
}

/** What stands around the messages: of the first line all, and of each line what it alone says. */
function envelopes(lines: readonly Line[]): JsonObject {
  const first = without(lines[0]!.value, "type", "uuid", "message", "timestamp", "requestId");
  if (lines.length === 1) return first;
  const whole = restOf(lines.at(-1)!);
  return {
    ...first,
    lines: lines.map((line, index) => ({
      ...(index > 0 && other(without(line.value, "type", "message", "requestId"), first)),
      blocks: blocksOf(line.value).length,
      ...optional("message", other(restOf(line), whole)),
    })),
  };
}

function restOf({ value }: Line): JsonObject {
  return without(restOfMessage(value), "model", "id");
}

/** The fields that are not the same in another object; undefined: there are none. */
function other(one: JsonObject, another: JsonObject): JsonObject | undefined {
  const fields = Object.entries(one).filter(
    ([key, field]) => JSON.stringify(field) !== JSON.stringify(another[key]),
  );
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function optional(key: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [key]: value };
}
