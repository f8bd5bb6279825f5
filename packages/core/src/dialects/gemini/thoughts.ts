import { isJsonObject } from "../../format/json.ts";
import type { ThinkingBlock } from "../../format/messages.ts";

/** The thoughts that a chat keeps beside a message: summaries, each with a subject. */
export function readThoughts(thoughts: unknown): ThinkingBlock[] {
  if (!Array.isArray(thoughts)) return [];
  return thoughts.filter(isJsonObject).map((thought) => {
    const { subject, description } = thought;
    const parts = [typeof subject === "string" && subject !== "" ? `**${subject}**` : "", description];
    const thinking = parts.filter((part) => typeof part === "string" && part !== "").join("\n");
    return { type: "thinking", thinking, gemini: thought };
  });
}
