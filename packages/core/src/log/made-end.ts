import type { ByteSource } from "./byte-source.ts";
import { LogEnd } from "./log-end.ts";
import { LogMap, WholeLogNeeded, type EarlierEntries } from "./log-map.ts";
import type { LogRules } from "./log-rules.ts";
import { headerOf } from "./open-tail.ts";

/** What is known of a log that was just made: its lines are sound, and only annotations follow its last node. */
export interface MadeLog {
  /** The ids of its nodes. */
  readonly ids: () => ReadonlySet<string>;
  /** The last node, which is the active leaf. */
  readonly leaf: string;
  /** How many bytes its line and those behind it take. */
  readonly tail: number;
  /** Whether a compaction is among its nodes. */
  readonly compacted: boolean;
}

/**
 * The end of a log that was just made: its last node and what follows.
 * @throws WholeLogNeeded if it is not what was said
 */
export function endOfMade(
  source: ByteSource,
  rules: LogRules,
  fallbackId: string,
  { ids, leaf, tail }: MadeLog,
): LogEnd {
  const header = headerOf(source, rules, fallbackId);
  if (header === undefined || header.version !== rules.knownVersion) throw new WholeLogNeeded();
  const { version } = header;
  const size = source.size();
  const position = size - tail;
  const scan = { position, header, fallbackId: header.id, version, valueIds: [], early: false };
  const earlier = new KnownIds(ids, leaf);
  const map = new LogMap(source, rules, header.id, { scan, entries: [], damage: [] }, earlier);
  const [first] = map.catchUp(undefined, size);
  if (first?.id !== leaf || map.damage.length > 0) throw new WholeLogNeeded();
  return new LogEnd(source, map, "replay", first);
}

/** Entries of which only the ids are known. */
class KnownIds implements EarlierEntries {
  readonly #ids: () => ReadonlySet<string>;
  readonly #leaf: string;

  constructor(ids: () => ReadonlySet<string>, leaf: string) {
    this.#ids = ids;
    this.#leaf = leaf;
  }

  entry(id: string): undefined {
    if (this.#ids().has(id)) throw new WholeLogNeeded();
  }

  repeated(id: string): undefined {
    if (id !== this.#leaf) this.entry(id);
  }

  lastNode(): never {
    throw new WholeLogNeeded();
  }
}
