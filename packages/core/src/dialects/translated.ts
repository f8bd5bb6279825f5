import type { Detection, Dialect } from "./dialect.ts";
import { native } from "./native.ts";
import type { Translation } from "./translation.ts";

/** A dialect whose sessions are told in our form, and then read as native logs are. */
export function translated(
  name: string,
  detect: (start: Buffer) => Detection,
  translation: Translation,
): Dialect {
  return { ...native, name, detect, translation };
}
