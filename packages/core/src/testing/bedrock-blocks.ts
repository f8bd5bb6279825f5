import { isJsonObject } from "../format/json.ts";
import { checkErrorResult } from "./error-result.ts";
import { checkPattern, isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/** The rules of Converse on one block of a message. */
export function checkBedrockBlock(block: Located, isClaude: boolean, report: Report): void {
  const { value, at } = block;
  checkOneMember(block, report);
  checkText(block, report);
  checkImage(block, report);
  const call = objectIn(value, "toolUse", at);
  if (call !== undefined) {
    checkId(call, report);
    checkPattern(
      call.value["name"],
      /^[a-zA-Z0-9_-]{1,64}$/,
      fieldOf(call.at, "name"),
      "bad-tool-name",
      report,
    );
    checkKeys(call.value["input"], fieldOf(call.at, "input"), report);
  }
  const result = objectIn(value, "toolResult", at);
  if (result !== undefined) checkResult(result, report);
  const reasoning = objectIn(value, "reasoningContent", at);
  if (reasoning !== undefined) checkReasoning(reasoning, isClaude, report);
}

/** A block is a union: exactly one of its fields is there. */
function checkOneMember({ value, at }: Located, report: Report): void {
  const held = Object.keys(value).filter((key) => has(value, key));
  if (held.length !== 1)
    report.error("block-data", at, `a block has exactly one field, not ${held.join(" and ") || "none"}`);
}

function checkText({ value, at }: Located, report: Report): void {
  // langchainjs#5960
  if (typeof value["text"] === "string" && isBlank(value["text"]))
    report.error("blank-text", at, "a text block needs a text that is not blank");
}

/** 3.75 MB is in the type of the image block. */
function checkImage({ value, at }: Located, report: Report): void {
  const image = objectIn(value, "image", at);
  const data = image && objectIn(image.value, "source", image.at)?.value["bytes"];
  if (!(data instanceof Uint8Array)) return;
  if (data.length === 0) report.error("empty-data", at, "the image has no bytes");
  if (data.length > 3.75 * 1024 * 1024) report.error("large-image", at, "the image is larger than 3.75 MB");
}

function checkId({ value, at }: Located, report: Report): void {
  checkPattern(value["toolUseId"], /^[a-zA-Z0-9_-]{1,64}$/, fieldOf(at, "toolUseId"), "bad-call-id", report);
}

function checkResult(result: Located, report: Report): void {
  checkId(result, report);
  const inner = objectsIn(result.value, "content", result.at);
  for (const block of inner) {
    checkOneMember(block, report);
    checkText(block, report);
    checkImage(block, report);
    checkKeys(block.value["json"], fieldOf(block.at, "json"), report);
  }
  if (result.value["status"] !== "error") return;
  const content = {
    hasText: inner.some(({ value }) => !isBlank(stringIn(value, "text"))),
    others: inner.filter(({ value }) => !has(value, "text")).map(({ at }) => at),
  };
  checkErrorResult(content, result.at, report);
}

/** Claude needs its signature, other models refuse one (pi-ai). */
function checkReasoning(reasoning: Located, isClaude: boolean, report: Report): void {
  checkOneMember(reasoning, report);
  const text = objectIn(reasoning.value, "reasoningText", reasoning.at);
  const redacted = reasoning.value["redactedContent"];
  if (redacted instanceof Uint8Array && redacted.length === 0)
    report.error("thinking-unsigned", reasoning.at, "redacted reasoning needs the data it came with");
  if (text === undefined) return;
  const signed = !isBlank(stringIn(text.value, "signature"));
  if (isClaude && !signed)
    report.error("thinking-unsigned", text.at, "reasoning needs the signature it came with");
  if (!isClaude && signed) report.error("thinking-signed", text.at, "only Claude takes a signature");
}

/** An empty key in a document is refused, however deep (pi-ai). */
function checkKeys(value: unknown, at: string, report: Report): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkKeys(item, `${at}[${index}]`, report);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === "") report.error("empty-key", at, "an object has an empty key");
      checkKeys(item, fieldOf(at, key), report);
    }
  }
}
