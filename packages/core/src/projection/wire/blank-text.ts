import { isText } from "../../format/blocks.ts";
import type { Block } from "../../format/messages.ts";

/** White space and control characters are nothing to an API: claude-code#59812, home-assistant#175637. */
const VISIBLE = /[^\s\0-\x1f\x7f-\x9f]/;

export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Nearly every text starts with a visible ASCII character, and needs no pattern.
  return !(first > 0x20 && first < 0x7f) && !VISIBLE.test(text);
}

/** The blocks without blank text; the same list if there is none. */
export function withoutBlankText<T extends Block>(content: readonly T[]): readonly T[] {
  return content.some(isBlankText) ? content.filter((block) => !isBlankText(block)) : content;
}

function isBlankText(block: Block): boolean {
  return isText(block) && isBlank(block.text);
}

/** A turn's content without white space at its very end: a request may end with the turn (forgecode#1872). */
export function withoutTrailingSpace<T extends Block>(content: readonly T[]): readonly T[] {
  const last = content.at(-1);
  if (last === undefined || !isText(last) || !/\s$/.test(last.text)) return content;
  return [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
