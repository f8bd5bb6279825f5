import { blobName, type BlobRef } from "../../format/blob.ts";
import { encodeEntry, encodeHeader } from "../../format/encode.ts";
import type { LogRef, LogStorage } from "../../store/storage.ts";
import { newHeader } from "../../store/new-header.ts";
import type { SessionNote } from "../../store/trash.ts";
import type { NewBlob } from "../../format/blob.ts";

/** A directory that need not be there. */
export const CWD = "/work/project";

const TIMESTAMP = "2026-01-01T10:00:00.000Z";

/** The first line of a log. */
export function headerLine(id: string, cwd = CWD): Buffer {
  return encodeHeader(newHeader({ id, timestamp: TIMESTAMP, cwd }));
}

/** A message of a user as a line, without a parent; its text is its id. */
export function lineOf(text: string): Buffer {
  return encodeEntry({
    type: "message",
    id: text.slice(0, 100),
    parentId: null,
    timestamp: TIMESTAMP,
    message: { role: "user", content: text },
  });
}

/** Lines in a row, as one text. */
export function textOf(...lines: readonly Buffer[]): string {
  return Buffer.concat(lines).toString("utf8");
}

/** A message of a user, to append to a session. */
export function user(content: string) {
  return { type: "message", message: { role: "user", content } };
}

/** Makes a log of a header and these bytes. */
export function make(storage: LogStorage, id: string, ...lines: readonly Buffer[]): LogRef {
  return storage.create(CWD, id, [headerLine(id), ...lines]);
}

/** A blob of this text. @param bytes what is put instead of it */
export function blobOf(text: string, bytes: string | undefined = text): NewBlob & BlobRef {
  const content = Buffer.from(text);
  return {
    sha256: blobName(content),
    bytes: content.length,
    content: () => (bytes === undefined ? undefined : Buffer.from(bytes)),
  };
}

/** What is told of a session that goes to the trash. */
export function noteOf(id: string, deletedAt = TIMESTAMP): SessionNote {
  return { id, dialect: "native", name: `the ${id}`, title: null, cwd: CWD, deletedAt, bytes: 100 };
}
