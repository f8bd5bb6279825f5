import { checkErrorResult } from "./error-result.ts";
import { checkBase64, checkMimeType, checkPattern, isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/** The rules of Anthropic Messages on one block, wherever it stands. */
export function checkAnthropicBlock(block: Located, report: Report): void {
  const { value, at } = block;
  switch (value["type"]) {
    case "text":
      checkText(block, report);
      break;
    case "image":
      checkImage(block, report);
      break;
    case "thinking":
      // Unsigned thinking is what other models and interrupted streams leave: llxprt#2335.
      if (isBlank(stringIn(value, "signature")))
        report.error("thinking-unsigned", at, "a thinking block needs the signature it came with");
      break;
    case "redacted_thinking":
      if (isBlank(stringIn(value, "data")))
        report.error("thinking-unsigned", at, "a redacted thinking block needs the data it came with");
      break;
    case "tool_use":
      checkId(value["id"], fieldOf(at, "id"), report);
      checkPattern(value["name"], /^[a-zA-Z0-9_-]{1,128}$/, fieldOf(at, "name"), "bad-tool-name", report);
      break;
    case "tool_result":
      checkId(value["tool_use_id"], fieldOf(at, "tool_use_id"), report);
      checkResult(block, report);
      break;
  }
}

/** The pattern is the server's (langchain#37756); 64 is the cap of Bedrock and of pi-ai, 128 was accepted live. */
function checkId(id: unknown, at: string, report: Report): void {
  checkPattern(id, /^[a-zA-Z0-9_-]+$/, at, "bad-call-id", report);
  if (typeof id === "string" && id.length > 64)
    report.warn("long-call-id", at, "it is longer than 64 characters");
}

function checkText({ value, at }: Located, report: Report): void {
  if (typeof value["text"] !== "string" || !isBlank(value["text"])) return;
  report.error("blank-text", at, "a text block needs a text that is not blank");
  if (value["cache_control"]) report.error("cache-on-empty", at, "an empty text cannot have a cache mark");
}

function checkImage({ value, at }: Located, report: Report): void {
  const source = objectIn(value, "source", at);
  if (source?.value["type"] !== "base64") return;
  checkMimeType(source.value["media_type"], fieldOf(source.at, "media_type"), report);
  checkBase64(source.value["data"], fieldOf(source.at, "data"), report);
  // 5 MB is the limit of older models, 10 MB of newer ones; both from memory.
  if (stringIn(source.value, "data").length > (5 * 1024 * 1024 * 4) / 3)
    report.warn("large-image", at, "it is larger than 5 MB");
}

function checkResult({ value, at }: Located, report: Report): void {
  const inner = objectsIn(value, "content", at);
  for (const block of inner) checkAnthropicBlock(block, report);
  const content = value["content"];
  if (typeof content === "string" && content !== "" && isBlank(content))
    report.warn("blank-text", fieldOf(at, "content"), "the text of the result is blank");
  if (value["is_error"] !== true) return;
  const isText = (block: Located) => block.value["type"] === "text";
  const hasText = has(value, "content") && !isBlank(stringIn(value, "content"));
  checkErrorResult(
    {
      hasText: hasText || inner.some((block) => isText(block) && !isBlank(stringIn(block.value, "text"))),
      others: inner.filter((block) => !isText(block)).map((block) => block.at),
    },
    at,
    report,
  );
}
