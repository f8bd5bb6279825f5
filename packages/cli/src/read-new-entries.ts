import { InvalidEntryError, type NewEntry } from "@session-tree/core";

/** An entry to append, and the line it stood on. */
export interface ReadEntry {
  readonly line: number;
  readonly entry: NewEntry;
}

const NEWLINE = 0x0a;

/**
 * Reads entries or bare messages, one JSON object a line. Split at the byte 0x0A: `readline` tears lines at U+2028.
 * @throws InvalidEntryError that names the first line that is none
 */
export async function readNewEntries(input: AsyncIterable<Uint8Array>): Promise<ReadEntry[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const read: ReadEntry[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    line += 1;
    const text = decode(bytes.subarray(start, end), line);
    if (text.trim() !== "") read.push({ line, entry: toEntry(text, line) });
    start = end + 1;
  }
  return read;
}

function decode(bytes: Uint8Array, line: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(line, "not UTF-8");
  }
}

function toEntry(text: string, line: number): NewEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(line, error instanceof Error ? error.message : "no JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(line, "no JSON object");
  const object = value as Record<string, unknown>;
  if (object["type"] === "session")
    throw invalid(line, "a session header is no entry; `sessions import` takes whole logs");
  // A message of an API has a `type` of its own at times; only an entry holds its message under `message`.
  if (typeof object["role"] === "string" && object["message"] === undefined) {
    return { type: "message", message: object };
  }
  if (typeof object["type"] !== "string")
    throw invalid(line, "neither an entry (`type`) nor a message (`role`)");
  return object as NewEntry;
}

function invalid(line: number, why: string): InvalidEntryError {
  return new InvalidEntryError([`line ${line}: ${why}`]);
}
