import { closeSync, openSync, readSync } from "node:fs";

const ENVELOPE = /^\{"type":"([^"]*)","id":"([^"]*)","parentId":(?:null|"([^"]*)")/;
const buffer = Buffer.allocUnsafe(2 << 20);

/** Reads a file in bounded memory, and the type, id and parent of each line without parsing it. */
export function scanEnvelopes(file) {
  let found = 0;
  eachLine(file, (from, to) => {
    if (ENVELOPE.exec(buffer.latin1Slice(from, Math.min(to, from + 200))) !== null) found++;
  });
  return found;
}

/** Reads a file in bounded memory and parses each line. */
export function parseLines(file) {
  eachLine(file, (from, to) => JSON.parse(buffer.utf8Slice(from, to)));
}

function eachLine(file, take) {
  const descriptor = openSync(file, "r");
  let held = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, held, buffer.length - held, null);
    const end = held + read;
    let from = 0;
    for (let to; (to = buffer.indexOf(10, from)) >= 0 && to < end; from = to + 1) take(from, to);
    if (read === 0) break;
    buffer.copyWithin(0, from, end);
    held = end - from;
  }
  closeSync(descriptor);
}
