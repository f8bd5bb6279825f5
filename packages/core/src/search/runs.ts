/** Is shown each run of letters and digits of a text; `plain` runs are one word of ASCII. */
export type RunVisitor = (start: number, end: number, plain: boolean) => void;

/** Longer runs are hashes and base64: they count by their beginning, and not by the words that their case would make. */
export const LONGEST_WORD = 64;

const [LOWER, UPPER, DIGIT] = [1, 2, 3];

/** What each ASCII character is; 0: it parts words. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  return /[0-9]/.test(character) ? DIGIT : 0;
});

const REST = /[\p{L}\p{N}\p{M}]+/uy;

/** Finds the runs of a text. By character: a regular expression takes many times as long for all text of a store. */
export function visitRuns(text: string, visit: RunVisitor): void {
  for (let at = 0; at < text.length;) {
    const start = at;
    let [before, kind, plain] = [0, 0, true];
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const next = code < 128 ? KINDS[code]! : 0;
      if (next === 0) break;
      if (isHump(before, kind, next)) plain = false;
      before = kind;
      kind = next;
    }
    REST.lastIndex = at;
    if (at < text.length && text.charCodeAt(at) >= 128 && REST.test(text)) {
      at = REST.lastIndex;
      visit(start, at, false);
    } else if (at > start) visit(start, at, plain && at - start <= LONGEST_WORD);
    else at++;
  }
}

/** Whether a part of an identifier ends between these: `getUser`, `HTTPServer`. */
function isHump(before: number, kind: number, next: number): boolean {
  if (next === UPPER) return kind === LOWER || kind === DIGIT;
  return next === LOWER && kind === UPPER && before === UPPER;
}
