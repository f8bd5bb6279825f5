import type { JsonObject } from "../../format/json.ts";
import type { Block } from "../../format/messages.ts";
import { imageOf } from "./images.ts";
import type { StoredMessage } from "./stored.ts";

/** What a user message says: the person's part, and what opencode added to it for the model. */
export interface ReadPrompt {
  readonly own: readonly Block[];
  readonly added: readonly Block[];
  /** Parts that have no place in our form. */
  readonly rest: readonly JsonObject[];
}

/** Reads a user message by its parts. */
export function readPrompt({ parts }: StoredMessage): ReadPrompt {
  const own: Block[] = [];
  const added: Block[] = [];
  const rest: JsonObject[] = [];
  for (const { value } of parts) {
    const image = value["type"] === "file" ? imageOf(value) : undefined;
    const { type: _, text, synthetic, ignored, ...more } = value;
    if (image !== undefined) own.push({ ...image, opencode: withoutUrl(value) });
    else if (value["type"] === "text" && typeof text === "string" && ignored !== true)
      (synthetic === true ? added : own).push({ type: "text", text, ...kept(more) });
    else rest.push(value);
  }
  return { own, added, rest };
}

function withoutUrl(value: JsonObject): JsonObject {
  const { url: _, mime: _mime, ...rest } = value;
  return rest;
}

function kept(more: JsonObject): { opencode?: JsonObject } {
  return Object.keys(more).length === 0 ? {} : { opencode: more };
}
