import type { Damage } from "../format/damage.ts";
import type { EntryHead } from "../format/head.ts";
import { isTooDeep } from "../format/depth.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import { isJsonObject, parseJson } from "../format/json.ts";
import { isDeepStrictEqual } from "node:util";
import type { ByteSource } from "./byte-source.ts";
import type { LogHeader, LogRules } from "./log-rules.ts";
import type { LastLines } from "./last-lines.ts";
import {
  lastEntry,
  scanLog,
  startOfLog,
  type Scanned,
  type ScannedEntry,
  type ScanState,
} from "./scan-log.ts";

/** An entry's head, and where its line stands. */
export interface LocatedHead extends EntryHead {
  readonly offset: number;
  /** Of the record, without its newline. */
  readonly length: number;
  /** The version its line is written in. */
  readonly version: number;
  /** Whether the line itself states `id` and `parentId`. */
  readonly stated: boolean;
}

/** Is shown every entry that a scan takes in, while its bytes are at hand. */
export type EntryVisitor = (head: LocatedHead, entry: ScannedEntry) => void;

/** What can be kept of a map, to go on from there later. */
export interface LogMapState {
  readonly scan: ScanState;
  readonly entries: LocatedHead[];
  readonly damage: Damage[];
}

/** What is known of the entries that stand before those that a map holds. */
export interface EarlierEntries {
  /** The entry of this id among them; undefined: there is none. @throws WholeLogNeeded if that cannot be told */
  entry(id: string): LocatedHead | undefined;
  /** The same of an id that a line states: where ids only ascend, a later one repeats none. */
  repeated(id: string): LocatedHead | undefined;
  /** The last node among them. @throws WholeLogNeeded */
  lastNode(): LocatedHead | null;
}

/** What was asked cannot be told from a part of a log. */
export class WholeLogNeeded extends Error {}

/**
 * Where everything in a log is: the header, the entries in file order (each id once), and the damage. Holds no bodies:
 * about 300 bytes an entry, and some more for its tree. `catchUp` takes in what has been appended since.
 */
export class LogMap {
  readonly #source: ByteSource;
  readonly #rules: LogRules;
  readonly #scan: ScanState;
  readonly #settled: Damage[];
  #unsettled: Damage[] = [];
  #seen = 0;
  /** Entries that were taken in before a read failed: the next call gives them. */
  #untold: LocatedHead[] = [];
  readonly #byId: Map<string, LocatedHead>;
  #removed = new Set<LocatedHead>();
  #earlier: EarlierEntries | undefined;
  #lastNode: LocatedHead | null = null;
  readonly #words = new Map<string, string>();
  /** In file order. */
  readonly entries: LocatedHead[];
  /** How often an entry was removed again, because an intact line with its id came later. */
  revisions = 0;

  /**
   * @param state where to go on from
   * @param earlier what stands before the entries of `state`; without it, nothing does
   */
  constructor(
    source: ByteSource,
    rules: LogRules,
    fallbackId: string,
    state?: LogMapState,
    earlier?: EarlierEntries,
  ) {
    this.#earlier = earlier;
    this.#source = source;
    this.#rules = rules;
    this.#scan = state?.scan ?? startOfLog(fallbackId, rules);
    this.#settled = state?.damage ?? [...(source.damage ?? [])];
    this.entries = state?.entries ?? [];
    this.#byId = new Map(this.entries.map((head) => [head.id, head]));
    this.#lastNode = this.#lastNodeLeft();
  }

  get header(): LogHeader | undefined {
    return this.#scan.header;
  }

  /** The session's id: the header's, else the one the log's name gives. */
  get id(): string {
    return this.#scan.header?.id ?? this.#scan.fallbackId;
  }

  /** The version that a line appended now has. */
  get version(): number {
    return this.#scan.version;
  }

  /** The first byte that is not yet settled: behind the last whole line. */
  get position(): number {
    return this.#scan.position;
  }

  /** How many bytes of the log have been looked at; behind `position`, they may yet turn out to be something else. */
  get seen(): number {
    return this.#seen;
  }

  /** In file order. */
  get damage(): readonly Damage[] {
    return [...this.#settled, ...this.#unsettled].toSorted((a, b) => a.offset - b.offset);
  }

  get state(): LogMapState {
    return { scan: this.#scan, entries: this.entries, damage: this.#settled };
  }

  /** @throws WholeLogNeeded if it is not known what stands before the map's own entries */
  entry(id: string): LocatedHead | undefined {
    return this.#byId.get(id) ?? this.#earlier?.entry(id);
  }

  /** Takes in what has become known of the entries before the map's own. */
  learn(earlier: EarlierEntries): void {
    this.#earlier = earlier;
  }

  /** Takes in what was appended since the last call, up to `to` bytes; gives the entries that are new. */
  catchUp(visit?: EntryVisitor, to: number = this.#source.size()): LocatedHead[] {
    return this.#takeIn(scanLog(this.#source, this.#rules, this.#scan, to), to, visit);
  }

  /** The same with lines that are known to be all that the log has from `position` on. */
  catchUpWith(last: LastLines): LocatedHead[] {
    const entry = lastEntry(last, this.#scan);
    if (entry === undefined)
      return this.#takeIn(scanLog(last, this.#rules, this.#scan, last.size()), last.size());
    return this.#takeIn([entry], last.size());
  }

  #takeIn(scanned: Iterable<Scanned>, to: number, visit?: EntryVisitor): LocatedHead[] {
    this.#settle();
    // What lies behind the scan's position is read again, and may be mended by now.
    this.#unsettled = [];
    for (const found of scanned) {
      if (found.kind === "damage") this.#unsettled.push(found.damage);
      if (found.kind !== "entry") continue;
      const head = this.#accept(found);
      if (head === undefined) continue;
      this.#untold.push(head);
      visit?.(head, found);
    }
    this.#seen = to;
    this.#settle();
    const fresh = this.#untold;
    this.#untold = [];
    return this.#compact(fresh);
  }

  /** Damage before the scan's position stays as it is. */
  #settle(): void {
    const damage = this.#unsettled;
    this.#unsettled = damage.filter(({ offset }) => offset >= this.#scan.position);
    for (const settled of damage) if (settled.offset < this.#scan.position) this.#settled.push(settled);
  }

  #accept(found: ScannedEntry): LocatedHead | undefined {
    const earlier = this.#byId.get(found.id) ?? this.#earlier?.repeated(found.id);
    if (earlier !== undefined && !this.#yields(earlier, found)) return undefined;
    const { type, timestamp, role, targetId, label, parentId: stated } = found.head;
    const { id, keptId, offset, length, version } = found;
    const parentId = stated === undefined ? this.#idOfLastNode() : stated;
    const head: LocatedHead = {
      type: this.#shared(type),
      id,
      // The parent's own string: most ids are then in memory once.
      parentId: parentId === null ? null : (this.#byId.get(parentId)?.id ?? parentId),
      timestamp,
      role: role === undefined ? undefined : this.#shared(role),
      targetId,
      label,
      keptId,
      offset,
      length,
      version,
      stated: stated !== undefined && found.head.id !== undefined,
    };
    this.entries.push(head);
    this.#byId.set(id, head);
    if (!isAnnotation(type)) this.#lastNode = head;
    return head;
  }

  /**
   * The first of a repeated id keeps the identity, unless its line is broken and this one is intact: so a retried
   * append is not lost to its own torn first try.
   */
  #yields(earlier: LocatedHead, later: ScannedEntry): boolean {
    const bytes = readRecord(this.#source, earlier);
    const first = parseRecord(bytes);
    const second = later.value ?? parseRecord(later.bytes);
    if (first !== undefined || second === undefined) {
      const same = second !== undefined && (bytes.equals(later.bytes) || sameEntry(first, second));
      if (!same) this.#duplicate(later.offset, later.length, later.id);
      return false;
    }
    if (!this.#byId.has(earlier.id)) throw new WholeLogNeeded();
    this.#duplicate(earlier.offset, earlier.length, earlier.id);
    this.#removed.add(earlier);
    if (this.#lastNode === earlier) this.#lastNode = this.#lastNodeLeft();
    return true;
  }

  /** Takes out what was removed, all at once: one by one, a log full of torn lines would take for ever. */
  #compact(fresh: LocatedHead[]): LocatedHead[] {
    const removed = this.#removed;
    if (removed.size === 0) return fresh;
    let left = 0;
    for (const head of this.entries) if (!removed.has(head)) this.entries[left++] = head;
    this.entries.length = left;
    this.revisions += removed.size;
    this.#removed = new Set();
    return fresh.filter((head) => !removed.has(head));
  }

  #idOfLastNode(): string | null {
    return (this.#lastNode ?? this.#earlier?.lastNode())?.id ?? null;
  }

  #lastNodeLeft(): LocatedHead | null {
    return this.entries.findLast((head) => !isAnnotation(head.type) && !this.#removed.has(head)) ?? null;
  }

  #duplicate(offset: number, length: number, id: string): void {
    this.#unsettled.push({
      offset,
      length,
      kind: "duplicate-id",
      detail: `another line is the entry ${JSON.stringify(id)}`,
    });
  }

  /** One string for all entries that have the same few words: an eighth of a map's memory. */
  #shared(word: string): string {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    this.#words.set(word, word);
    return word;
  }
}

/** The bytes of an entry's record. */
export function readRecord(
  source: ByteSource,
  { offset, length }: { offset: number; length: number },
): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, source.read(bytes, offset));
}

/** The value of a record, or undefined if it is no JSON value. */
export function parseRecord(bytes: Buffer): unknown {
  return parseJson(bytes.toString("utf8"));
}

/** Two lines are one entry if they differ at most in `batch`. */
function sameEntry(one: unknown, other: unknown): boolean {
  // Too deep to be compared: then only the same bytes are the same entry.
  if (isTooDeep(one) || isTooDeep(other)) return false;
  if (!isJsonObject(one) || !isJsonObject(other)) return isDeepStrictEqual(one, other);
  return isDeepStrictEqual({ ...one, batch: undefined }, { ...other, batch: undefined });
}
