import { isBlank } from "./field-rules.ts";
import { fieldOf, type Located, stringIn } from "./located.ts";
import { itemType } from "./openai-responses-shape.ts";
import type { Report } from "./report.ts";

/**
 * The rules on reasoning items without `store`: each needs its `encrypted_content` (opencode#7724), and directly
 * behind it an item of the same response (vercel/ai#7099); between them only more reasoning.
 */
export function checkReasoning(items: readonly Located[], report: Report): void {
  for (const [index, { value, at }] of items.entries()) {
    if (itemType(value) !== "reasoning") continue;
    if (isBlank(stringIn(value, "encrypted_content")))
      report.error(
        "reasoning-not-encrypted",
        at,
        "without store a reasoning item needs its encrypted_content",
      );
    if (value["id"] === undefined)
      // The encrypted content is bound to it (openclaw#71448).
      report.warn("reasoning-without-id", fieldOf(at, "id"), "the reasoning item has lost its id");
    const next = items[index + 1];
    if (next === undefined || !isOfModel(next))
      report.error("reasoning-alone", at, "an item of the model has to stand directly behind reasoning");
  }
}

function isOfModel({ value }: Located): boolean {
  const type = itemType(value);
  if (type === "message") return value["role"] === "assistant";
  return type === "reasoning" || type.endsWith("_call");
}
