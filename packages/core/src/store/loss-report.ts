import type { Damage, DamageKind } from "../format/damage.ts";
import { entrySchemas, type Entry } from "../format/entries.ts";
import { isEntry } from "../format/entry-kinds.ts";
import { KNOWN_BLOCK_TYPES, type Content } from "../format/messages.ts";
import type { SessionLog } from "./session-log.ts";

/** What became of everything in a session's file when it was read. */
export interface LossReport {
  /** How many entries mean here what they meant to their writer. */
  readonly understood: number;
  /**
   * How many entries and blocks are kept whole and mean nothing here, by what their writer calls them: the type of an
   * entry, `<agent>:<its kind>`, or `block:<type>`.
   */
  readonly carried: Readonly<Record<string, number>>;
  /** How many byte ranges are no valid entry, or entries that cannot be linked, by kind. */
  readonly damaged: Readonly<Partial<Record<DamageKind, number>>>;
  /** What else a user should know: a version we do not know, a parent that is gone. */
  readonly notices: readonly string[];
}

/** Reads every body and blob of a log. */
export function lossReport(log: SessionLog, damage: readonly Damage[] = log.damageAndLosses()): LossReport {
  const prefix = `${log.header?.origin?.dialect ?? log.dialect.name}:`;
  const carried = new Map<string, number>();
  const carry = (kind: string): unknown => carried.set(kind, (carried.get(kind) ?? 0) + 1);
  let understood = 0;
  for (const head of log.heads) {
    const { entry, problem } = log.decode(head);
    if (problem !== undefined) continue;
    const kind = opaqueKind(entry, prefix);
    if (kind === undefined) understood++;
    else carry(kind);
    for (const content of contentsOf(entry)) unknownBlocks(content).forEach(carry);
  }
  return {
    understood,
    carried: Object.fromEntries(carried),
    damaged: counts(damage.map(({ kind }) => kind)),
    notices: log.notices,
  };
}

/** What the writer calls an entry that means nothing here. */
function opaqueKind(entry: Entry, prefix: string): string | undefined {
  if (!Object.hasOwn(entrySchemas().known, entry.type)) return entry.type;
  return isEntry(entry, "custom") && entry.customType.startsWith(prefix) ? entry.customType : undefined;
}

function contentsOf(entry: Entry): Content[] {
  if (isEntry(entry, "message")) return [entry.message.content];
  return isEntry(entry, "custom_message") ? [entry.content] : [];
}

const BLOCKS: ReadonlySet<string> = new Set(KNOWN_BLOCK_TYPES);

function unknownBlocks(content: Content): string[] {
  if (typeof content === "string") return [];
  return content.filter(({ type }) => !BLOCKS.has(type)).map(({ type }) => `block:${type}`);
}

function counts<K extends string>(kinds: readonly K[]): Record<K, number> {
  const sums = new Map<K, number>();
  for (const kind of kinds) sums.set(kind, (sums.get(kind) ?? 0) + 1);
  return Object.fromEntries(sums) as Record<K, number>;
}
