import type { ByteSource } from "../log/byte-source.ts";

/** Where in a log something may be: block by block, whether it is marked. */
export type Blocks = ReadonlySet<number>;

/** Finds the next place at or behind `from` where a text may stand in raw bytes; -1: none. */
export type FindRaw = (bytes: Buffer, from: number) => number;

/** Small enough that little is read in vain, large enough that a common word is found only so often. */
export const BLOCK = 1 << 14;

const CHUNK = 1 << 20;

/** What JSON writes as it is, whoever writes it. */
const PLAIN = /[ !#-.0-[\]-~]+/g;

/** How the longest of some texts is found in the bytes of a log, before any line of it is read; undefined: in no quick way. */
export function rawFinder(literals: readonly string[]): { find: FindRaw; length: number } | undefined {
  const longest = (texts: readonly string[]): string =>
    texts.reduce((best, text) => (text.length > best.length ? text : best), "");
  const plain = longest(literals.flatMap((literal) => literal.match(PLAIN) ?? []));
  if (plain !== "") {
    const literal = literals.find((one) => one.includes(plain))!;
    return {
      find: ignoresCase(literal) && /[a-z]/i.test(plain) ? anyCase(plain) : exact(plain),
      length: plain.length,
    };
  }
  const text = longest(literals);
  // Cased letters beyond ASCII.
  if (text.toUpperCase() !== text && ignoresCase(text)) return undefined;
  return { find: eitherOf(exact(text), exact("\\u")), length: Buffer.byteLength(text) };
}

/** Whether case does not matter: it does once a capital letter is typed. */
export function ignoresCase(literal: string): boolean {
  return literal.toLowerCase() === literal;
}

/** The blocks of a log in which a text may stand. */
export function markBlocks(source: ByteSource, { find, length }: { find: FindRaw; length: number }): Blocks {
  const marked = new Set<number>();
  const buffer = Buffer.allocUnsafe(CHUNK + length);
  const size = source.size();
  for (let start = 0; start < size; start += CHUNK) {
    const count = source.read(buffer.subarray(0, Math.min(buffer.length, size - start)), start);
    const bytes = buffer.subarray(0, count);
    for (let at = find(bytes, 0); at >= 0;) {
      const block = Math.floor((start + at) / BLOCK);
      marked.add(block);
      at = find(bytes, (block + 1) * BLOCK - start);
    }
  }
  return marked;
}

function exact(text: string): FindRaw {
  const needle = Buffer.from(text);
  return (bytes, from) => (from >= bytes.length ? -1 : bytes.indexOf(needle, from));
}

function anyCase(text: string): FindRaw {
  const pattern = new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "gi");
  let latin1 = "";
  return (bytes, from) => {
    if (from === 0) latin1 = bytes.toString("latin1");
    pattern.lastIndex = from;
    return from >= bytes.length ? -1 : (pattern.exec(latin1)?.index ?? -1);
  };
}

function eitherOf(one: FindRaw, other: FindRaw): FindRaw {
  return (bytes, from) => {
    const [first, second] = [one(bytes, from), other(bytes, from)];
    return first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second);
  };
}
