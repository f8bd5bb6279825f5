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
