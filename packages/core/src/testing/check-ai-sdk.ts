import { checkAiSdkPart } from "./ai-sdk-parts.ts";
import { aiSdkRequest } from "./ai-sdk-shape.ts";
import { CallLedger } from "./call-ledger.ts";
import { isBlank } from "./field-rules.ts";
import { fieldOf, type Located, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import type { Violation } from "./violation.ts";

/**
 * What the Vercel AI SDK 7, or a provider behind it, would refuse in `{ messages }`, the `ModelMessage`s of
 * `generateText`. Warnings are about what the SDK takes and some provider refuses.
 */
export function checkAiSdk(request: unknown): Violation[] {
  return runCheck({ name: "ai-sdk", history: "messages", bytes: true }, request, (body, report) => {
    aiSdkRequest(body, "", report);
    const messages = objectsIn(body, "messages");
    for (const message of messages) checkMessage(message, report);
    checkPairing(messages, report);
    checkSystem(messages, body["allowSystemInMessages"] === true, report);
  });
}

function checkMessage({ value, at }: Located, report: Report): void {
  const { role, content } = value;
  const parts = objectsIn(value, "content", at);
  for (const part of parts) checkAiSdkPart(part, report);
  if (Array.isArray(content) && content.length === 0)
    report.warn("empty-content", at, "a message without parts: providers refuse it");
  if (typeof content === "string" && isBlank(content))
    report.warn("blank-text", fieldOf(at, "content"), "the text of a message is blank");
  const last = parts.at(-1);
  if (role === "assistant" && last?.value["type"] === "reasoning")
    report.warn("thinking-last", last.at, "Anthropic and OpenAI want something behind the reasoning");
}

/**
 * `AI_MissingToolResultsError` comes at the next user or system message, or at the end. Orphans and duplicates the SDK
 * hands on, and every provider refuses them.
 */
function checkPairing(messages: readonly Located[], report: Report): void {
  const ledger = new CallLedger(report);
  const names = new Map<string, string>();
  for (const { value, at } of messages) {
    const { role } = value;
    if (role === "assistant" && ledger.isOpen)
      report.warn("result-too-late", at, "an assistant message stands between a call and its result");
    if (role !== "tool" && !(role === "assistant" && ledger.isOpen)) ledger.close();
    for (const part of objectsIn(value, "content", at)) {
      const id = stringIn(part.value, "toolCallId");
      const type = part.value["type"];
      if (type === "tool-call" && role === "assistant") names.set(id, stringIn(part.value, "toolName"));
      if (type === "tool-call" && part.value["providerExecuted"] !== true) ledger.call(id, part.at);
      if (type !== "tool-result" || role !== "tool") continue;
      ledger.result(id, part.at);
      const name = names.get(id);
      if (name !== undefined && name !== stringIn(part.value, "toolName"))
        report.warn("result-mismatch", part.at, `the call ${id} is one of ${name}`);
    }
  }
  ledger.close();
}

/** The SDK itself refuses system messages, unless it is told to take them; then Google and Bedrock want them first. */
function checkSystem(messages: readonly Located[], allowed: boolean, report: Report): void {
  let others = false;
  for (const { value, at } of messages)
    if (value["role"] !== "system") others = true;
    else if (!allowed) report.error("system-in-messages", at, "version 7 takes instructions instead");
    else if (others)
      report.warn("system-not-first", at, "some providers take system messages only at the start");
}
