import stringWidth from "fast-string-width";

let graphemes: Intl.Segmenter | undefined;

/** How many cells a text takes in a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text cut to `width` cells, with an ellipsis where something is missing. Give it text without colours. */
export function fit(text: string, width: number): string {
  // A cell takes at least one unit, so most texts need no measuring.
  if (text.length <= width && widthOf(text) <= width) return text;
  if (widthOf(text.slice(0, width * 8)) <= width && text.length <= width * 8) return text;
  if (width < 1) return "";
  // Made where a text is cut: its tables take as long to load as the rest of a list.
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text.slice(0, width * 8))) {
    const next = used + widthOf(segment);
    if (next > width - 1) break;
    kept += segment;
    used = next;
  }
  return `${kept.trimEnd()}…`;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}
