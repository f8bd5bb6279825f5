import { closeSync, openSync, writeSync } from "node:fs";

type Line = Readonly<Record<string, unknown>>;

/** Few lines, each long: what grows with a log of them is not the index of its entries. */
const TEXT = "What is in the garden? ".repeat(2800);

const at = (index: number) => new Date(Date.UTC(2026, 5, 1) + index * 1000).toISOString();

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

const claudeCode =
  (text: string) =>
  (index: number): Line => ({
    parentUuid: index === 0 ? null : uuid(index - 1),
    isSidechain: false,
    cwd: "/work",
    sessionId: "11111111-0000-4000-8000-000000000001",
    version: "2.1.0",
    ...(index % 2 === 0
      ? { type: "user", message: { role: "user", content: text } }
      : {
          type: "assistant",
          message: {
            id: `msg-${index}`,
            role: "assistant",
            model: "claude-opus-4-5",
            content: [{ type: "text", text }],
          },
        }),
    uuid: uuid(index),
    timestamp: at(index),
  });

/** Line number `index` of a log without end, as each agent writes it. */
export const LINES: Readonly<Record<string, (index: number) => Line>> = {
  "claude-code": claudeCode(TEXT),
  "claude-code, short lines": claudeCode("What is in the garden?"),
  codex: (index) => ({
    timestamp: at(index),
    ...(index === 0
      ? { type: "session_meta", payload: { id: "019f5f00-0000-7000-8000-000000000001", cwd: "/work" } }
      : {
          type: "response_item",
          payload: {
            type: "message",
            role: index % 2 === 0 ? "assistant" : "user",
            content: [{ type: index % 2 === 0 ? "output_text" : "input_text", text: TEXT }],
          },
        }),
  }),
  gemini: (index) =>
    index === 0
      ? { sessionId: "aaaa1111-0000-4000-8000-000000000001", projectHash: "abc", startTime: at(0) }
      : {
          id: `line-${index}`,
          timestamp: at(index),
          type: index % 2 === 0 ? "gemini" : "user",
          content: TEXT,
        },
  copilot: (index) => ({
    ...(index === 0
      ? {
          type: "session.start",
          data: { sessionId: "22222222-0000-4000-8000-000000000001", version: 1, producer: "copilot-agent" },
        }
      : index % 2 === 0
        ? { type: "assistant.message", data: { messageId: `m-${index}`, content: TEXT } }
        : { type: "user.message", data: { content: TEXT, attachments: [] } }),
    id: `e-${index}`,
    timestamp: at(index),
    parentId: index === 0 ? null : `e-${index - 1}`,
  }),
  "openai-jsonl": (index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: TEXT }),
  "event-log": (index) => ({
    type: "message",
    role: index % 2 === 0 ? "user" : "assistant",
    content: TEXT,
    ts: at(index),
  }),
};

/** Writes so many megabytes of lines; gives how many lines they are. */
export function writeLines(file: string, megabytes: number, line: (index: number) => Line): number {
  const descriptor = openSync(file, "w");
  let index = 0;
  for (let bytes = 0; bytes < megabytes << 20; index++)
    bytes += writeSync(descriptor, `${JSON.stringify(line(index))}\n`);
  closeSync(descriptor);
  return index;
}

/** The most that a block of a compressed file holds. */
const BLOCK = 1 << 17;

/** A Zstandard frame of blocks that are stored as they are (RFC 8878), so that no compressor is needed. */
export function storedZstd(bytes: Buffer): Buffer {
  // No checksum, no size; a window of 128 KiB.
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3])];
  for (let from = 0; from < bytes.length; from += BLOCK) {
    const block = bytes.subarray(from, from + BLOCK);
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (from + BLOCK >= bytes.length ? 1 : 0), 0, 3);
    parts.push(head, block);
  }
  return Buffer.concat(parts);
}
