import { isJsonObject } from "../format/json.ts";
import { fieldOf, has, type Located, objectIn, objectsIn } from "./located.ts";

/** A content of a Gemini history, by what its parts hold. */
export interface GeminiContent extends Located {
  readonly role: "user" | "model";
  readonly parts: readonly Located[];
  /** The `functionCall`s, each at its own place. */
  readonly calls: readonly Located[];
  readonly responses: readonly Located[];
}

/** Contents with a known role; one without a role is the user's. */
export function geminiContents(contents: readonly Located[]): GeminiContent[] {
  const found: GeminiContent[] = [];
  for (const { value, at } of contents) {
    const role = value["role"] ?? "user";
    if (role !== "user" && role !== "model") continue;
    const parts = objectsIn(value, "parts", at);
    const holding = (key: string) =>
      parts.flatMap((part) => {
        const held = part.value[key];
        return isJsonObject(held) ? [{ value: held, at: fieldOf(part.at, key) }] : [];
      });
    const calls = holding("functionCall");
    const responses = holding("functionResponse");
    found.push({ value, at, role, parts, calls, responses });
  }
  return found;
}

/** Whether a content is of the user: a new turn of the conversation starts with it. */
export function startsTurn({ role, parts, responses }: GeminiContent): boolean {
  return role === "user" && (responses.length === 0 || parts.some(({ value }) => has(value, "text")));
}

/** The part that holds the first call, where the signature has to be. */
export function firstCallPart({ parts }: GeminiContent): Located | undefined {
  return parts.find(({ value, at }) => objectIn(value, "functionCall", at) !== undefined);
}
