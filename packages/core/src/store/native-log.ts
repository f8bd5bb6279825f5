import { native } from "../dialects/native.ts";
import type { LogRef } from "./storage.ts";

/**
 * A log in our own format, as a storage gives it.
 * @param file its name in the storage
 * @param fallbackId the session's id if its header cannot be read
 */
export function nativeLog(file: string, fallbackId: string): LogRef {
  return { file, dialect: native, fallbackId };
}
