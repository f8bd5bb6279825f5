import { fstatSync, writeSync } from "node:fs";
import type { Output } from "./context.ts";

/**
 * What is written to `fd`: at once where that is a file or a pipe, as Node's stream takes 6 ms of a start to load. A
 * terminal needs the stream, and so does a pipe that is full and does not block.
 */
export function standardOutput(fd: number, open: () => NodeJS.WriteStream): Output {
  let stream = fstatSync(fd).isCharacterDevice() ? listening(open()) : undefined;
  return {
    isTTY: stream?.isTTY ?? false,
    get columns() {
      return stream?.columns ?? 80;
    },
    get rows() {
      return stream?.rows ?? 24;
    },
    write: async (text) => {
      const left = stream === undefined ? writeNow(fd, Buffer.from(text)) : text;
      if (left.length > 0) await writeTo((stream ??= listening(open())), left);
    },
  };
}

/** Gives what is left when no more is taken for now. */
function writeNow(fd: number, bytes: Buffer): Buffer {
  let left = bytes;
  try {
    while (left.length > 0) left = left.subarray(writeSync(fd, left));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
  }
  return left;
}

/** An error reaches the caller of `write`; without a listener it would end the process as well. */
function listening(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on("error", () => undefined);
}

function writeTo(stream: NodeJS.WriteStream, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error ? reject(error) : resolve()));
  });
}
