import { closeSync, openSync, readSync } from "node:fs";

/** The texts in these byte ranges of a file, neighbours read at once. */
export function readRanges(file, ranges) {
  const descriptor = openSync(file, "r");
  try {
    return joined(ranges).flatMap(({ from, to, parts }) => {
      const bytes = Buffer.allocUnsafe(to - from);
      readSync(descriptor, bytes, 0, bytes.length, from);
      return parts.map(([offset, length]) => bytes.toString("utf8", offset - from, offset - from + length));
    });
  } finally {
    closeSync(descriptor);
  }
}

function joined(ranges) {
  const runs = [];
  for (const [offset, length] of ranges) {
    const last = runs.at(-1);
    if (last?.to === offset) {
      last.to += length;
      last.parts.push([offset, length]);
    } else runs.push({ from: offset, to: offset + length, parts: [[offset, length]] });
  }
  return runs;
}
