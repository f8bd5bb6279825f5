import { FileSource } from "./file-source.ts";

/** What a file is, and which session it holds, shows in so many first bytes. */
const START = 1 << 16;

/** The first bytes of a file, `most` of them at most. @throws NotFoundError, NotASessionError, LogIoError */
export function startOfFile(file: string, most = START): Buffer {
  const source = FileSource.open(file);
  try {
    const start = Buffer.alloc(Math.min(most, source.size()));
    return start.subarray(0, source.read(start, 0));
  } finally {
    source.close();
  }
}
