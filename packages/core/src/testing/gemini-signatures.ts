import { isBase64 } from "./field-rules.ts";
import { firstCallPart, type GeminiContent, startsTurn } from "./gemini-contents.ts";
import { fieldOf, has } from "./located.ts";
import type { Report } from "./report.ts";

/** What stands for the signature of a call that another model made (gemini-cli, @ai-sdk/google). */
const SENTINELS = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

/**
 * Gemini 3 and later: in the current turn the first call of each step has its signature, and those beside it have none
 * (ai.google.dev, thought signatures).
 */
export function checkSignaturesPresent(contents: readonly GeminiContent[], report: Report): void {
  const start = contents.findLastIndex(startsTurn);
  for (const content of contents.slice(start + 1)) {
    const first = firstCallPart(content);
    if (first === undefined) continue;
    if (!has(first.value, "thoughtSignature"))
      report.error("signature-missing", first.at, "the first call of a step needs its thoughtSignature");
    for (const part of content.parts)
      if (part.at !== first.at && has(part.value, "functionCall") && has(part.value, "thoughtSignature"))
        report.warn("signature-extra", part.at, "only the first of parallel calls has a signature");
  }
}

/** A signature is base64, or a sentinel (`Corrupted thought signature`). */
export function checkSignatureText(contents: readonly GeminiContent[], report: Report): void {
  for (const { parts } of contents)
    for (const { value, at } of parts) {
      const signature = value["thoughtSignature"];
      if (typeof signature === "string" && !SENTINELS.includes(signature) && !isBase64(signature))
        report.error("bad-signature", fieldOf(at, "thoughtSignature"), "a thoughtSignature has to be base64");
    }
}
