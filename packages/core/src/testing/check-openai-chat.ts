import { checkImageUrl, checkPattern, isBlank } from "./field-rules.ts";
import { fieldOf, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import { checkChatCallId, checkChatCalls, checkChatPairing } from "./openai-chat-calls.ts";
import { type ChatFlavor, chatRequest } from "./openai-chat-shape.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import type { Violation } from "./violation.ts";

export interface OpenAIChatCheckOptions {
  /**
   * Whose server it is: Mistral wants ids of nine letters and digits, and an assistant message behind results;
   * DeepSeek in thinking mode wants `reasoning_content` in every assistant message. OpenAI by default.
   */
  readonly flavor?: ChatFlavor;
}

/** What OpenAI Chat Completions, or a server like it, would refuse in a request: `{ messages }`, or a whole one. */
export function checkOpenAIChat(request: unknown, options: OpenAIChatCheckOptions = {}): Violation[] {
  const flavor = options.flavor ?? "openai";
  return runCheck({ name: "openai-chat", history: "messages" }, request, (body, report) => {
    chatRequest(flavor)(body, "", report);
    const messages = objectsIn(body, "messages");
    for (const message of messages) checkMessage(message, flavor, report);
    checkChatPairing(messages, report);
    if (flavor === "mistral") checkAfterResults(messages, report);
    checkEnds(messages, report);
  });
}

function checkMessage(message: Located, flavor: ChatFlavor, report: Report): void {
  const { value, at } = message;
  checkContent(message, report);
  checkPattern(value["name"], /^[^\s<|\\/>]+$/, fieldOf(at, "name"), "bad-name", report, "warn");
  if (value["role"] === "assistant") {
    checkAssistant(message, report);
    checkChatCalls(message, flavor, report);
    if (flavor === "deepseek" && typeof value["reasoning_content"] !== "string")
      // pi#3636, openclaw#73417
      report.error(
        "reasoning-missing",
        at,
        "thinking mode wants reasoning_content in every assistant message",
      );
  }
  if (value["role"] === "tool")
    checkChatCallId(value["tool_call_id"], fieldOf(at, "tool_call_id"), flavor, report);
}

/** Content may be null only where there is something else: "Required unless tool_calls". */
function checkAssistant({ value, at }: Located, report: Report): void {
  const instead = ["tool_calls", "function_call", "refusal", "audio"];
  if ((value["content"] ?? null) === null && !instead.some((key) => (value[key] ?? null) !== null))
    report.error("empty-content", at, "an assistant message needs content or calls");
}

function checkContent({ value, at }: Located, report: Report): void {
  const { role, content } = value;
  // What a tool gives may be empty, and a turn that only calls tools has an empty text.
  const mayBeBlank = role === "tool" || (role === "assistant" && Array.isArray(value["tool_calls"]));
  if (Array.isArray(content) && content.length === 0)
    report.error("empty-content", fieldOf(at, "content"), "a list of parts needs one at least");
  if (typeof content === "string" && isBlank(content) && !mayBeBlank)
    report.warn("blank-text", fieldOf(at, "content"), "the text of a message is blank");
  for (const part of objectsIn(value, "content", at)) {
    if (part.value["type"] === "text" && isBlank(stringIn(part.value, "text")) && role !== "tool")
      report.warn("blank-text", part.at, "the text of a part is blank");
    if (part.value["type"] === "image_url") checkImage(part, role, report);
  }
}

/** Images only in messages of the user: OpenHands#7700. */
function checkImage(part: Located, role: unknown, report: Report): void {
  if (role !== "user")
    report.error("image-not-in-user", part.at, "images can stand only in messages of the user");
  const image = objectIn(part.value, "image_url", part.at);
  if (image !== undefined) checkImageUrl(image.value["url"], fieldOf(image.at, "url"), report);
}

function checkAfterResults(messages: readonly Located[], report: Report): void {
  for (const [index, { value, at }] of messages.entries())
    if (value["role"] === "user" && messages[index - 1]?.value["role"] === "tool")
      report.error("user-after-tool", at, "Mistral wants an assistant message behind results");
}

/** What servers with other models behind this API want (SpeakMCP#1037). */
function checkEnds(messages: readonly Located[], report: Report): void {
  const last = messages.at(-1);
  if (last?.value["role"] === "assistant")
    report.warn("ends-with-assistant", last.at, "some models want the user to speak last");
  if (!messages.some(({ value }) => value["role"] === "user"))
    report.warn("no-user-message", "messages", "some servers want one message of the user at least");
}
