import type { ByteSource } from "../../src/log/byte-source.ts";

/** Bytes as a source; `atMost` limits what one read gives, as a slow disk may. */
export function sourceOf(bytes: Buffer | string, atMost = Infinity): ByteSource {
  const buffer = Buffer.from(bytes);
  return {
    name: "test.jsonl",
    size: () => buffer.length,
    read: (target, position) => buffer.copy(target, 0, position, position + Math.min(target.length, atMost)),
  };
}

/** Bytes as a source that grows. */
export function growingSource(text: string): ByteSource & { add(more: string): void } {
  let buffer = Buffer.from(text);
  return {
    name: "test.jsonl",
    size: () => buffer.length,
    read: (target, position) => buffer.copy(target, 0, position, position + target.length),
    add: (more) => void (buffer = Buffer.concat([buffer, Buffer.from(more)])),
  };
}
