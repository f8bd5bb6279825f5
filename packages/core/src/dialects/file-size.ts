import { statSync } from "node:fs";
import { orIoError, unlessRefused } from "../log/io-error.ts";

/** How many bytes a file has; 0 if it cannot be asked. */
export function fileSize(file: string): number {
  return unlessRefused(() => orIoError(file, () => statSync(file).size)) ?? 0;
}
