import { SessionTreeError } from "../errors.ts";

/** Whether and from which size on content is spilled; `above` in bytes. */
export type SpillOption = boolean | { readonly above: number };

const DEFAULT_ABOVE = 256 * 1024;

/**
 * The size above which content is spilled, in bytes; undefined: none is.
 * @throws SessionTreeError `INVALID_ARGUMENT` if it is no size
 */
export function spillAbove(option: SpillOption = false): number | undefined {
  if (typeof option === "boolean") return option ? DEFAULT_ABOVE : undefined;
  if (option.above >= 0) return option.above;
  throw new SessionTreeError("INVALID_ARGUMENT", `${option.above} is no size to spill above`, {
    hint: "Give a number of bytes, 0 or more.",
  });
}
