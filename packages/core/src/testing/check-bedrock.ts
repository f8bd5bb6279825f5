import { checkBedrockBlock } from "./bedrock-blocks.ts";
import { bedrockRequest } from "./bedrock-shape.ts";
import { checkToolConfig } from "./bedrock-tools.ts";
import { bedrockTurns } from "./bedrock-turns.ts";
import { isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import { checkTurnOrder, checkTurnPairing, type Turn } from "./turns.ts";
import type { Violation } from "./violation.ts";

export interface BedrockCheckOptions {
  /** The model. Without one the rules of Claude hold; other models want reasoning unsigned and results alone. */
  readonly model?: string;
}

/**
 * What Bedrock Converse would refuse in a request: `{ system?, messages, toolConfig? }` in the form of the AWS SDK, or
 * a whole one.
 */
export function checkBedrock(request: unknown, options: BedrockCheckOptions = {}): Violation[] {
  const isClaude = options.model === undefined || /claude|anthropic/i.test(options.model);
  return runCheck({ name: "bedrock", history: "messages", bytes: true }, request, (body, report) => {
    bedrockRequest(body, "", report);
    const messages = objectsIn(body, "messages");
    const turns = bedrockTurns(messages);
    for (const message of messages) checkMessage(message, isClaude, report);
    for (const block of objectsIn(body, "system"))
      if (has(block.value, "text") && isBlank(stringIn(block.value, "text")))
        report.error("blank-text", block.at, "a text block needs a text that is not blank");
    checkAlternation(messages, report);
    checkTurnPairing(turns, report);
    checkTurnOrder(turns, report);
    if (!isClaude) checkResultsAlone(turns, report);
    checkToolConfig(body, messages, report);
  });
}

function checkMessage({ value, at }: Located, isClaude: boolean, report: Report): void {
  const { role, content } = value;
  if (typeof role === "string" && role !== "user" && role !== "assistant")
    report.error("bad-role", fieldOf(at, "role"), "a role is user or assistant");
  if (Array.isArray(content) && content.length === 0)
    report.error("empty-content", at, "a message needs content");
  const blocks = objectsIn(value, "content", at);
  for (const block of blocks) checkBedrockBlock(block, isClaude, report);
  const all = blocks.flatMap((block) => [block, ...resultBlocks(block)]);
  const images = all.filter((block) => has(block.value, "image")).length;
  const documents = all.filter((block) => has(block.value, "document")).length;
  if (images > 20) report.error("too-many-images", at, `${images} images in one message: the API takes 20`);
  if (documents > 5) report.error("too-many-documents", at, `${documents} documents: the API takes 5`);
  // archestra#4220
  if (
    blocks.some((block) => has(block.value, "document")) &&
    !blocks.some((block) => has(block.value, "text"))
  )
    report.error("document-without-text", at, "a message with documents needs a text block too");
}

function resultBlocks({ value, at }: Located): Located[] {
  const result = objectIn(value, "toolResult", at);
  return result === undefined ? [] : objectsIn(result.value, "content", result.at);
}

/** Strict alternation (langchainjs#6724), the user first (dify#12340) and last. */
function checkAlternation(messages: readonly Located[], report: Report): void {
  for (const [index, { value, at }] of messages.entries())
    if (index > 0 && value["role"] === messages[index - 1]?.value["role"])
      report.error("not-alternating", at, "user and assistant have to alternate");
  const [first] = messages;
  const last = messages.at(-1);
  if (first?.value["role"] === "assistant")
    report.error("first-not-user", first.at, "a conversation must start with a user message");
  if (last?.value["role"] === "assistant")
    report.error("ends-with-assistant", last.at, "the conversation must end with a user message");
}

/** Models other than Claude take no conversation next to results (langchain-aws#141). */
function checkResultsAlone(turns: readonly Turn[], report: Report): void {
  for (const { pieces, at } of turns)
    if (pieces.some(({ kind }) => kind === "result") && pieces.some(({ kind }) => kind !== "result"))
      report.error("result-not-alone", at, "results and other blocks cannot share a message");
}
