import type { Held, Line } from "./held.ts";
import { readMessage, saidBy } from "./message.ts";

/** A message that is held, and as it reads now. */
export type Renewed = readonly [held: Held, line: Line];

/** What it means that all messages are replaced: most are the same, as this is written when the context is masked, cut or rolled back. */
export type Replacement =
  /** The messages are the same, and more follow. */
  | { readonly kind: "grown"; readonly same: readonly Renewed[]; readonly more: readonly Line[] }
  /** The last ones are gone, from `from` on. */
  | { readonly kind: "shortened"; readonly same: readonly Renewed[]; readonly from: Held }
  /** The last ones stay as they are; `head` now stands before them. */
  | { readonly kind: "compacted"; readonly head: readonly Line[]; readonly tail: readonly Renewed[] };

/** Compares the new messages with those that were told and that the model gets. */
export function replacementBy(lines: readonly Line[], spoken: readonly Held[]): Replacement {
  const shorter = Math.min(lines.length, spoken.length);
  let length = 0;
  while (length < shorter && isOf(lines[length]!, spoken[length]!)) length++;
  const same = pairs(spoken, lines.slice(0, length));
  if (length === spoken.length) return { kind: "grown", same, more: lines.slice(length) };
  if (length > 0 && length === lines.length) return { kind: "shortened", same, from: spoken[length]! };
  let kept = 0;
  while (kept < shorter) {
    const held = spoken.at(-1 - kept)!;
    // What has no entry cannot be kept by one.
    if (held.entry === undefined || held.id !== lines.at(-1 - kept)!.id) break;
    kept++;
  }
  const from = lines.length - kept;
  return {
    kind: "compacted",
    head: lines.slice(0, from),
    tail: pairs(spoken.slice(spoken.length - kept), lines.slice(from)),
  };
}

/** Whether a line tells this message: the same, or changed in a way that can be told. */
function isOf({ id, record }: Line, held: Held): boolean {
  return id === held.id && (held.entry !== undefined || held.said === saidBy(readMessage(record, id).body));
}

function pairs(held: readonly Held[], lines: readonly Line[]): Renewed[] {
  return lines.map((line, index) => [held[index]!, line]);
}
