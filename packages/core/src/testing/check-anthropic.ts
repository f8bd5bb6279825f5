import type { JsonObject } from "../format/json.ts";
import { checkAnthropicBlock } from "./anthropic-blocks.ts";
import { checkCacheMarks } from "./anthropic-cache.ts";
import { anthropicRequest } from "./anthropic-shape.ts";
import { checkSystemMessages } from "./anthropic-system.ts";
import { checkThinkingSetting } from "./anthropic-thinking.ts";
import { anthropicTurns } from "./anthropic-turns.ts";
import { isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import { checkTurnOrder, checkTurnPairing, type Turn } from "./turns.ts";
import type { Violation } from "./violation.ts";

export interface AnthropicCheckOptions {
  /** The model takes messages with the role `system` (Opus 4.8 and later). */
  readonly systemInMessages?: boolean;
  /** The model goes on with a last assistant message (before Claude 4.6). */
  readonly prefill?: boolean;
}

/**
 * What the API of Anthropic would refuse in a request to Messages: `{ system?, messages }`, or a whole
 * `MessageCreateParams`. Signatures and what thinking is bound to only the server can check.
 */
export function checkAnthropic(request: unknown, options: AnthropicCheckOptions = {}): Violation[] {
  return runCheck({ name: "anthropic", history: "messages" }, request, (body, report, units) => {
    anthropicRequest(body, "", report);
    const messages = objectsIn(body, "messages");
    const turns = anthropicTurns(messages);
    for (const block of objectsIn(body, "system")) checkAnthropicBlock(block, report);
    for (const message of messages) checkContent(message, isPrefill(message, messages, options), report);
    checkTurnPairing(turns, report);
    checkTurnOrder(turns, report);
    checkSystemMessages(messages, options.systemInMessages === true, report);
    checkCacheMarks(body, messages, report);
    checkThinkingSetting(body, turns, report);
    checkTools(body, turns, report);
    checkEnds(messages, options, report);
    checkLimits(messages, units, report);
  });
}

function isPrefill(message: Located, messages: readonly Located[], options: AnthropicCheckOptions): boolean {
  return options.prefill === true && message === messages.at(-1) && message.value["role"] === "assistant";
}

function checkContent({ value, at }: Located, prefill: boolean, report: Report): void {
  const { content } = value;
  if (Array.isArray(content) ? content.length === 0 : content === "") {
    // Only a last assistant message may be empty: claude-code#6774.
    if (!prefill) report.error("empty-content", at, "a message needs content");
  } else if (typeof content === "string" && isBlank(content)) {
    report.error("blank-text", fieldOf(at, "content"), "the text of a message cannot be blank");
  }
  for (const block of objectsIn(value, "content", at)) checkAnthropicBlock(block, report);
  if (prefill && /\s$/.test(lastText(value, at)))
    report.error("prefill-white-space", at, "a last assistant message cannot end with white space");
}

function lastText(message: JsonObject, at: string): string {
  const last = objectsIn(message, "content", at).at(-1);
  return last === undefined ? stringIn(message, "content") : stringIn(last.value, "text");
}

function checkEnds(messages: readonly Located[], options: AnthropicCheckOptions, report: Report): void {
  const [first] = messages;
  const last = messages.at(-1);
  // The API itself takes it since 2024-10; compatible servers do not.
  if (first?.value["role"] === "assistant")
    report.warn("first-not-user", first.at, "some servers want the user to speak first");
  if (last?.value["role"] === "assistant" && options.prefill !== true)
    report.error("ends-with-assistant", last.at, "the conversation must end with a user message");
}

/** Only a whole request says which tools there are. The API itself takes tool blocks without them (unverified). */
function checkTools(body: JsonObject, turns: readonly Turn[], report: Report): void {
  if (!has(body, "model") || objectsIn(body, "tools").length > 0) return;
  const call = turns.flatMap(({ pieces }) => pieces).find(({ kind }) => kind === "call" || kind === "result");
  if (call !== undefined) report.warn("tools-missing", call.at, "the request has tool blocks but no tools");
}

function checkLimits(messages: readonly Located[], units: number, report: Report): void {
  if (messages.length > 100_000) report.error("too-many-messages", "messages", "more than 100,000 messages");
  if (units > 32 * 1024 * 1024) report.error("request-too-large", "", "the request is larger than 32 MB");
  const images = messages.flatMap(imagesOf).length;
  if (images > 600)
    report.error("too-many-images", "messages", `${images} images: no model takes more than 600`);
  else if (images > 100)
    report.warn("many-images", "messages", `${images} images: some models take only 100`);
}

function imagesOf({ value, at }: Located): Located[] {
  return objectsIn(value, "content", at)
    .flatMap((block) => [block, ...objectsIn(block.value, "content", block.at)])
    .filter((block) => block.value["type"] === "image");
}
