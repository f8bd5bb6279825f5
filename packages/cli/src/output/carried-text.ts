import { cleanLine } from "./sanitize.ts";
import { toolCounts } from "./tool-call.ts";

/** What is carried along without a meaning here, by whose it is: `claude-code: progress ×12, hook`. Safe to print. */
export function carriedText(types: readonly string[]): string {
  const kinds = new Map<string, string[]>();
  for (const type of types) {
    const [, owner = "", kind = ""] = /^(?:([^:]*):)?([^]*)$/.exec(type) ?? [];
    const own = kinds.get(owner);
    if (own === undefined) kinds.set(owner, [kind]);
    else own.push(kind);
  }
  return [...kinds]
    .map(([owner, own]) => (owner === "" ? toolCounts(own) : `${cleanLine(owner)}: ${toolCounts(own)}`))
    .join("; ");
}
