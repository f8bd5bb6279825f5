/**
 * Text from a session is hostile: it may move the cursor, set the window's title, reorder what is read or hide it.
 * Every string passes through one of these two on its way to a terminal or a pipe, and comes out visible.
 */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0100}-\u{e01ef}]/gu;

/** A text of several lines: newlines and tabs stay. */
export function cleanText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(CONTROL, (character) => (isLayout(character) ? character : visible(character)));
}

/** A text for one line of a table, a tree or a message. */
export function cleanLine(text: string): string {
  return text.replaceAll(CONTROL, visible).replaceAll("␉", " ");
}

function isLayout(character: string): boolean {
  return character === "\n" || character === "\t";
}

function visible(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x0a) return "␤";
  // Unicode has pictures for the first control characters.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
