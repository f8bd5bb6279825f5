import { CutsToolCallError, NotFoundError, SessionTreeError } from "../errors.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { isJsonObject } from "../format/json.ts";
import { cutsOf, type ContextCuts } from "./context-cuts.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { PathEntry } from "./types.ts";

/**
 * What a compaction keeps of the context:
 * - an entry's id: that entry and everything behind it;
 * - null: nothing;
 * - `turns`: the last so many messages of the user, with everything behind the first of them;
 * - `tokens`: as many of the last messages as fit into about so many tokens.
 *
 * `turns` and `tokens` find a cut that parts no call from its result: `turns` rather keeps more, `tokens` rather less.
 */
export type KeepFrom = string | null | { readonly turns: number } | { readonly tokens: number };

/**
 * The first entry that a compaction at the end of a path keeps; null: none.
 * @throws CutsToolCallError, NotFoundError if the entry is not in the context, SessionTreeError `INVALID_ARGUMENT` if a
 * number is no whole number from 0 on
 */
export function firstKept(path: readonly PathEntry[], keepFrom: KeepFrom): string | null {
  const cuts = cutsOf(path);
  if (typeof keepFrom === "string") {
    checkCut(cuts, cutBefore(path, cuts, keepFrom));
    return keepFrom;
  }
  const cut = cutFor(path, cuts, keepFrom);
  checkCut(cuts, cut);
  return cuts.items[cut]?.contribution.origin.entryId ?? null;
}

function cutFor(path: readonly PathEntry[], cuts: ContextCuts, keepFrom: Exclude<KeepFrom, string>): number {
  if (keepFrom === null) return cuts.items.length;
  checkForm(keepFrom);
  if ("turns" in keepFrom) {
    const wanted = turnsFrom(path, cuts, whole("turns", keepFrom.turns));
    return cleanBefore(cuts, wanted) ?? cleanBehind(cuts, wanted) ?? wanted;
  }
  const wanted = tokensFrom(cuts, whole("tokens", keepFrom.tokens));
  return cleanBehind(cuts, wanted) ?? cleanBefore(cuts, wanted) ?? wanted;
}

/** The cut in front of an entry of the context, whether it gives a message or not. */
function cutBefore(path: readonly PathEntry[], { start, items }: ContextCuts, entryId: string): number {
  const index = path.findIndex(({ entry }) => entry.id === entryId);
  if (index < start) {
    const hint =
      "It is on another branch, or a compaction has taken its place; keep from an entry behind that.";
    throw new NotFoundError("entry of the context", entryId, hint);
  }
  const cut = items.findIndex(({ at }) => at >= index);
  return cut < 0 ? items.length : cut;
}

function turnsFrom(path: readonly PathEntry[], { items }: ContextCuts, turns: number): number {
  if (turns === 0) return items.length;
  let left = turns;
  for (let cut = items.length - 1; cut > 0; cut--) {
    const { entry } = path[items[cut]!.at]!;
    if (isEntry(entry, "message") && entry.message.role === "user" && --left === 0) return cut;
  }
  return 0;
}

function tokensFrom({ items }: ContextCuts, tokens: number): number {
  let left = tokens;
  for (let cut = items.length - 1; cut >= 0; cut--) {
    const { message } = items[cut]!.contribution;
    // System messages survive a compaction in any case.
    if (message.role !== "system") left -= estimateTokens(message);
    if (left < 0) return cut + 1;
  }
  return 0;
}

function cleanBefore({ parts }: ContextCuts, from: number): number | undefined {
  for (let cut = from; cut >= 0; cut--) if (parts[cut] === undefined) return cut;
  return undefined;
}

function cleanBehind({ parts }: ContextCuts, from: number): number | undefined {
  for (let cut = from; cut < parts.length; cut++) if (parts[cut] === undefined) return cut;
  return undefined;
}

function checkCut(cuts: ContextCuts, cut: number): void {
  const parted = cuts.parts[cut];
  if (parted === undefined) return;
  const clean = cleanBefore(cuts, cut);
  const entryId = clean === undefined ? undefined : cuts.items[clean]?.contribution.origin.entryId;
  throw new CutsToolCallError(parted, entryId ?? null);
}

/** @throws SessionTreeError `INVALID_ARGUMENT` for what only looks like one of the forms: hosts in JavaScript have no types */
function checkForm(keepFrom: unknown): void {
  const keys = isJsonObject(keepFrom) ? Object.keys(keepFrom) : [];
  if (keys.length === 1 && (keys[0] === "turns" || keys[0] === "tokens")) return;
  throw new SessionTreeError("INVALID_ARGUMENT", "keepFrom: no way to say what to keep", {
    hint: "Give an entry's id, null, { turns: n } or { tokens: n }.",
  });
}

function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new SessionTreeError("INVALID_ARGUMENT", `${name}: ${value} is no whole number from 0 on`);
}
