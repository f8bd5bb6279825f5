import type { ByteSource } from "../log/byte-source.ts";
import type { LogHeader } from "../log/log-rules.ts";
import { scanLog, startOfLog } from "../log/scan-log.ts";
import type { LogRef } from "./storage.ts";

/** A header stands in the first megabyte, or the log has none. */
const HEADER_WITHIN = 1 << 20;

/** Reads a log up to its header. */
export function readHeader(source: ByteSource, { dialect, fallbackId }: LogRef): LogHeader | undefined {
  for (const found of scanLog(source, dialect, startOfLog(fallbackId, dialect))) {
    if (found.kind === "header") return found.header;
    const { offset } = found.kind === "damage" ? found.damage : found;
    if (offset > HEADER_WITHIN) return undefined;
  }
  return undefined;
}
