import { FileSource } from "../log/file-source.ts";
import { unlessRefused } from "../log/io-error.ts";

/** As long as a line may be: nothing that is read whole is longer. */
const MOST = 256 << 20;

/**
 * The text of a file that holds one record; undefined if it is longer than `most` bytes.
 * @throws NotFoundError, NotASessionError if it is no regular file, LogIoError
 */
export function readText(file: string, most = MOST): string | undefined {
  const source = FileSource.open(file);
  try {
    const size = source.size();
    if (size > most) return undefined;
    const bytes = Buffer.alloc(size);
    return bytes.toString("utf8", 0, source.read(bytes, 0));
  } finally {
    source.close();
  }
}

/** The text of a small file beside a session; undefined if it is not there or cannot be read. */
export function smallFile(file: string): string | undefined {
  return unlessRefused(() => readText(file, 1 << 20));
}
