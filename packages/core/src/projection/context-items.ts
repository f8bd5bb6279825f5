import { findContext } from "./context.ts";
import type { Contribution } from "./contribution.ts";
import { ContextReader } from "./read-context.ts";
import type { PathEntry } from "./types.ts";

/** A message of the context, and where on the path its entry stands. */
export interface ContextItem {
  readonly at: number;
  readonly contribution: Contribution;
}

/** The messages of a context before their tool calls are paired. */
export interface ContextItems {
  /** Where on the path the context starts. */
  readonly start: number;
  /** What the newest compaction put in place of everything before it. */
  readonly opening: readonly Contribution[];
  readonly own: readonly ContextItem[];
}

/** Reads the context of a path, without what only a host's own rules bring into it. */
export function contextItems(path: readonly PathEntry[]): ContextItems {
  const context = findContext(path, []);
  const reader = new ContextReader(path, context, undefined);
  const opening = reader.opening(path);
  const own: ContextItem[] = [];
  for (let at = context.start; at < path.length; at++) {
    const contribution = reader.read(path[at]!, at);
    if (contribution !== undefined) own.push({ at, contribution });
  }
  return { start: context.start, opening, own };
}
