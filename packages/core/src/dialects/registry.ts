import { SessionTreeError } from "../errors.ts";
import { AGENTS } from "./agents.ts";
import type { Dialect } from "./dialect.ts";
import { native } from "./native.ts";

/** Every dialect there is; a log is of the first one that knows it. */
const dialects: readonly Dialect[] = [native, ...AGENTS.map(({ dialect }) => dialect)];

/** The dialect of a log, judged by its first bytes; undefined: none, or no header among them. */
export function detectDialect(start: Buffer): Dialect | { readonly unsupported: string } | undefined {
  let unsupported: { readonly unsupported: string } | undefined;
  for (const dialect of dialects) {
    const found = dialect.detect(start);
    if (found === "yes") return dialect;
    if (found !== "no") unsupported ??= found;
  }
  return unsupported;
}

/**
 * The dialect of this name.
 * @throws SessionTreeError `INVALID_ARGUMENT` if there is none
 */
export function dialectNamed(name: string): Dialect {
  const dialect = dialects.find((candidate) => candidate.name === name);
  if (dialect !== undefined) return dialect;
  const names = dialects.map((candidate) => candidate.name).join(", ");
  throw new SessionTreeError("INVALID_ARGUMENT", `There is no dialect ${JSON.stringify(name)}`, {
    hint: `The dialects are: ${names}.`,
  });
}
