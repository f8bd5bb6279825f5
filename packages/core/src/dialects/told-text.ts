import { textOf } from "../format/blocks.ts";
import type { Message } from "../format/messages.ts";

/** Messages as one text, for where there is room for nothing else. */
export function toldText(messages: readonly Message[]): string {
  return messages.map(({ role, content }) => `${role}: ${textOf(content)}`).join("\n\n");
}
