import { checkBase64, checkMimeType, isBase64, isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectsIn, stringIn } from "./located.ts";
import { parseObject } from "../format/json.ts";
import { checkPiIds, checkPiPairing } from "./pi-pairing.ts";
import { piRequest } from "./pi-shape.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import type { Violation } from "./violation.ts";

/**
 * What pi-ai 1.6 cannot make a sound request of in `{ messages }`. Errors are what it hands on broken to every API or
 * throws on; warnings what it hands on broken to some.
 */
export function checkPi(request: unknown): Violation[] {
  return runCheck({ name: "pi", history: "messages" }, request, (body, report) => {
    piRequest(body, "", report);
    const messages = objectsIn(body, "messages");
    for (const message of messages) checkMessage(message, report);
    checkPiPairing(messages, report);
    checkPiIds(messages, report);
  });
}

function checkMessage({ value, at }: Located, report: Report): void {
  const { role, content } = value;
  const blocks = objectsIn(value, "content", at);
  for (const block of blocks) checkBlock(block, stringIn(value, "api"), report);
  if (
    role === "user" &&
    (Array.isArray(content) ? content.length === 0 : isBlank(stringIn(value, "content")))
  )
    report.warn("blank-text", at, "the message of the user is empty");
  if (role === "assistant") checkTurn(value["stopReason"], blocks, report);
  const hasText = blocks.some((block) => !isBlank(stringIn(block.value, "text")));
  const hasImage = blocks.some((block) => block.value["type"] === "image");
  if (role === "toolResult" && value["isError"] === true && !hasText && !hasImage)
    report.warn("error-result-empty", at, "Anthropic refuses an error without a text");
}

/** The order of blocks, which pi keeps as it is; turns that failed it leaves out. */
function checkTurn(stopReason: unknown, blocks: readonly Located[], report: Report): void {
  if (stopReason === "error" || stopReason === "aborted") return;
  const last = blocks.at(-1);
  if (last?.value["type"] === "thinking")
    report.warn("thinking-last", last.at, "Anthropic and OpenAI want something behind the thinking");
  let called = false;
  for (const { value, at } of blocks)
    if (value["type"] === "toolCall") called = true;
    else if (value["type"] === "thinking") called = false;
    else if (called) report.warn("text-after-call", at, "Anthropic refuses text behind a call");
}

function checkBlock({ value, at }: Located, api: string, report: Report): void {
  if (value["type"] === "image") {
    checkMimeType(value["mimeType"], fieldOf(at, "mimeType"), report);
    checkBase64(value["data"], fieldOf(at, "data"), report);
  }
  if (value["type"] === "thinking") checkThinking({ value, at }, api, report);
  if (value["type"] === "text" && api.includes("openai-responses") && has(value, "textSignature"))
    checkTextSignature({ value, at }, report);
}

/** Where pi keeps what binds the thinking: by API it is base64, or a whole item as JSON. */
function checkThinking({ value, at }: Located, api: string, report: Report): void {
  const signature = stringIn(value, "thinkingSignature");
  const place = fieldOf(at, "thinkingSignature");
  if (value["redacted"] === true && isBlank(signature))
    report.error("thinking-unsigned", at, "redacted thinking has its payload in thinkingSignature");
  if (signature === "") return;
  // pi parses it without a guard.
  if (/openai(-codex)?-responses/.test(api) && parseObject(signature)?.["type"] !== "reasoning")
    report.error("bad-signature", place, "for Responses it is the reasoning item as JSON");
  if (api.startsWith("google-") && !isBase64(signature))
    report.warn("bad-signature", place, "it is not base64");
}

function checkTextSignature({ value, at }: Located, report: Report): void {
  const signature = parseObject(stringIn(value, "textSignature"));
  if (signature?.["v"] !== 1 || typeof signature["id"] !== "string")
    report.warn("bad-signature", fieldOf(at, "textSignature"), "for Responses it is JSON: {v:1,id,phase}");
}
