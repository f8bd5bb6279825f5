/** White space but a single blank, which may stay as it is: most of it is one, and each match costs. */
const FOLDED = /[^\S ]\s*| \s+/g;

/** A text on one line, at most `limit` code points of it; `…` marks what is cut. */
export function oneLine(text: string, limit: number): string {
  // Only so much of a long text can matter: white space folds, and a code point has at most two units.
  const line = text
    .slice(0, limit * 8)
    .replaceAll(FOLDED, " ")
    .trim();
  if (line.length <= limit) return line;
  const points = Array.from(line.slice(0, (limit + 1) * 2));
  return points.length <= limit ? line : `${points.slice(0, limit - 1).join("")}…`;
}
