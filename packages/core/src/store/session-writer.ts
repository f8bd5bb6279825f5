import { isDeepStrictEqual } from "node:util";
import {
  DurabilityUnknownError,
  InvalidEntryError,
  LeafMovedError,
  LogIoError,
  SessionGoneError,
  UnsupportedVersionError,
  type SessionTreeError,
} from "../errors.ts";
import type { Entry, EntryOf } from "../format/entries.ts";
import { isAnnotation, isEntry } from "../format/entry-kinds.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import type { JsonObject } from "../format/json.ts";
import { restoreEntry } from "../format/restore.ts";
import { LastLines } from "../log/last-lines.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { LocatedHead } from "../log/log-map.ts";
import { prepareEntries, UPGRADE, type NewEntry, type PreparedEntry } from "./new-entry.ts";
import type { SessionLog } from "./session-log.ts";
import type { Target } from "./target.ts";

/** What an append did. */
export interface Written {
  readonly ids: readonly string[];
  readonly branched: boolean;
  /** The entries are in the log, but something behind that failed. */
  readonly doubt: DurabilityUnknownError | undefined;
}

/** What became of a write. */
interface Put {
  readonly at: number | undefined;
  readonly doubt: DurabilityUnknownError | undefined;
}

/** Appends to a session and keeps its own leaf, whatever others append meanwhile. */
export class SessionWriter {
  readonly #file: string;
  readonly #spillAbove: number | undefined;
  #target: Target;
  #leaf: string | null;
  #branched = false;
  /** What was written and could not be read back: it is taken in before anything else is asked. */
  #owed: readonly PreparedEntry[] | undefined;
  /** What appends brought into memory, what other processes wrote too; it is yet to be told. */
  #news: readonly LocatedHead[] = [];
  /** The ids of refused appends: what is left of them is none of another process. */
  readonly #refused = new Set<string>();

  constructor(file: string, target: Target, spillAbove?: number) {
    this.#file = file;
    this.#spillAbove = spillAbove;
    this.#target = target;
    this.#leaf = target.log.activeLeaf()?.id ?? null;
  }

  /** @throws LogIoError */
  get log(): SessionLog {
    this.#settle();
    return this.#target.log;
  }

  get handle(): LogHandle | undefined {
    return this.#target.kind === "open" ? this.#target.handle : undefined;
  }

  /** Why nothing can be appended, or undefined. */
  get refusal(): SessionTreeError | undefined {
    if (this.#target.kind === "read-only") return this.#target.refusal;
    const { version } = this.log;
    return version > FORMAT_VERSION
      ? new UnsupportedVersionError(this.#file, `version ${version} of the format`)
      : undefined;
  }

  /** The entry under which the next append goes. */
  get leaf(): string | null {
    this.#settle();
    return this.#leaf;
  }

  /** Takes in what other processes appended; the own leaf stays. */
  catchUp(): LocatedHead[] {
    this.#settle();
    if (this.#target.kind !== "open") return [];
    const fresh = this.#isShorter(this.#target.handle) ? this.reread() : this.log.catchUp();
    this.#noteForeign(fresh);
    return fresh;
  }

  /** What appends brought into memory since the last call: also those that were refused then. */
  takeNews(): readonly LocatedHead[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /**
   * Writes entries under the leaf, in one write, before it returns. Entries whose ids are in the log already, and that
   * are the same, are done.
   */
  append(given: readonly NewEntry[], now: Date, expectLeaf?: string | null): Written {
    if (given.length === 0) throw new InvalidEntryError(["there is no entry"]);
    const size = this.#follow();
    const isRead = size === this.log.position;
    if (this.refusal !== undefined) throw this.refusal;
    const ids = given.map((entry) => entry["id"]);
    const named = new Set(ids.filter((id) => id !== undefined));
    if (named.size < ids.filter((id) => id !== undefined).length)
      throw new InvalidEntryError(["id: one id for several entries"]);
    if (!isRead && (expectLeaf !== undefined || named.size > 0)) this.#hear(this.catchUp());
    if (expectLeaf !== undefined) this.#expect(expectLeaf);
    const sealed = isRead ? [] : this.#seal(named);
    this.#hear(sealed);
    const upgrade = this.log.version < FORMAT_VERSION ? [UPGRADE] : [];
    const front = [...upgrade, ...this.#backToLeaf(given, sealed)];
    const all = prepareEntries(given, this.log.id, this.#leaf, now, this.#spillAbove, front);
    const prepared = all.slice(front.length);
    if (named.size > 0 && this.#isDone(given, prepared)) {
      // What a refused append, or a crash, left behind has come to be the entry itself.
      const isOwn = sealed.some(({ id }) => named.has(id)) || prepared.some((one) => this.#wasRefused(one));
      if (isOwn) this.#takeInAll(prepared);
      return { ids: ids as string[], branched: this.#takeBranched(), doubt: undefined };
    }
    this.#checkMoves(prepared, named);
    const lines = all.length === 1 ? all[0]!.line : Buffer.concat(all.map(({ line }) => line));
    const { at, doubt } = this.#write(all, lines, isRead ? size : undefined);
    const written = { ids: prepared.map(({ entry }) => entry.id), doubt };
    try {
      const fresh = this.#readBack(this.#last(at, lines, all));
      this.#hear(fresh);
      this.#noteForeign(fresh, new Set(written.ids));
      this.#takeInAll(prepared, named);
      return { ...written, branched: this.#takeBranched() };
    } catch (error) {
      if (!(error instanceof LogIoError) || error instanceof LostEntryError) throw error;
      this.#owed = prepared;
      const unread = doubt ?? new DurabilityUnknownError(this.#file, error);
      return { ...written, branched: this.#takeBranched(), doubt: unread };
    }
  }

  /** What memory holds is in doubt: reads the log again. Gives all its entries. */
  reread(): LocatedHead[] {
    const { header } = this.log;
    this.log.reread();
    if (header !== undefined && this.log.header?.id !== header.id) throw new SessionGoneError(this.#file);
    if (this.#leaf !== null && this.log.head(this.#leaf) === undefined)
      this.#leaf = this.log.activeLeaf()?.id ?? null;
    return [...this.log.heads];
  }

  async close(): Promise<void> {
    if (this.#target.kind === "open") await this.#target.handle.close();
    if (this.#target.kind === "read-only") this.#target.source.close();
  }

  /** Another file under the log's name, or a log that was cut, makes void what was read of it. Else gives the log's size. */
  #follow(): number | undefined {
    this.#settle();
    if (this.#target.kind !== "open") return undefined;
    const size = this.#target.handle.follow();
    if (size !== undefined && size >= this.log.position) return size;
    this.reread();
    return undefined;
  }

  /** Takes in what was written and could not be read back then. @throws LogIoError */
  #settle(): void {
    const owed = this.#owed;
    if (owed === undefined) return;
    if (this.#target.kind === "open") this.#target.log.reread();
    else this.#readBack();
    this.#owed = undefined;
    this.#takeInAll(owed.filter(({ entry }) => this.log.head(entry.id) !== undefined));
  }

  /** Ends a torn last line, so that what it turns out to be is known before anything is written. */
  #seal(own: ReadonlySet<unknown>): LocatedHead[] {
    if (this.#target.kind !== "open") return [];
    const { handle } = this.#target;
    if (!handle.seal()) return [];
    const fresh = this.log.catchUp();
    this.#noteForeign(fresh, own);
    return fresh;
  }

  /** The torn line of a refused append, or of a crash, takes the leaf like any node. An entry that does not take it back needs help. */
  #backToLeaf(given: readonly NewEntry[], sealed: readonly LocatedHead[]): NewEntry[] {
    if (sealed.length === 0 && this.#refused.size === 0) return [];
    const head = this.log.activeLeaf();
    if (head === null || head.id === this.#leaf) return [];
    const isTorn = this.#refused.has(head.id) || (sealed.includes(head) && !this.log.isIntact(head));
    const takesLeaf = given.some((entry) => !isAnnotation(entry.type) && roleOf(entry) !== "toolResult");
    return isTorn && !takesLeaf ? [{ type: "leaf", targetId: this.#leaf }] : [];
  }

  #wasRefused({ entry }: PreparedEntry): boolean {
    return this.#refused.has(entry.id);
  }

  #isShorter(handle: LogHandle): boolean {
    return handle.size() < this.log.position;
  }

  #expect(expected: string | null): void {
    const actual = this.log.activeLeaf()?.id ?? null;
    if (actual !== expected) throw new LeafMovedError(expected, actual);
  }

  /** Whether all these entries are in the log. @throws InvalidEntryError if one is there as another, or only some are */
  #isDone(given: readonly NewEntry[], prepared: readonly PreparedEntry[]): boolean {
    const there = prepared.filter((one, index) => this.#isThere(one, given[index]!)).length;
    if (there === 0 || there === given.length) return there > 0;
    throw new InvalidEntryError(["id: a part of the batch is in the log already"]);
  }

  #isThere({ entry: { id }, line, blobs }: PreparedEntry, given: NewEntry): boolean {
    const head = this.log.head(id);
    // A broken line is a torn first try of this very append: the whole one wins over it.
    if (head === undefined || !this.log.isIntact(head)) return false;
    const there = this.log.read(head).entry as JsonObject;
    const own = new Map(blobs.map(({ sha256, content }) => [sha256, content]));
    // What JSON makes of a value is what the log has of it; what was not given is as it was set the first time.
    const stated = JSON.parse(line.toString("utf8")) as Entry;
    const asked = restoreEntry(stated, ({ sha256 }) => own.get(sha256)?.()).entry as JsonObject;
    const keys = Object.keys(given).filter((key) => key !== "batch");
    if (keys.every((key) => isDeepStrictEqual(there[key], asked[key]))) return true;
    throw new InvalidEntryError([`id: ${JSON.stringify(id)} is another entry of this session`]);
  }

  /** A `leaf` entry may only move to an entry that is there, or that comes with it. */
  #checkMoves(prepared: readonly PreparedEntry[], named: ReadonlySet<unknown>): void {
    for (const { entry } of prepared) {
      if (!isEntry(entry, "leaf") || entry.targetId === null) continue;
      if (this.log.head(entry.targetId) !== undefined || named.has(entry.targetId)) continue;
      throw new InvalidEntryError([
        `targetId: ${JSON.stringify(entry.targetId)} is no entry of this session`,
      ]);
    }
  }

  /**
   * Gives where the lines stand, if that is known, and what is in doubt.
   * @param size the log's, if it is known
   * @throws what refused it
   */
  #write(prepared: readonly PreparedEntry[], lines: Buffer, size: number | undefined): Put {
    const target = this.#target;
    if (target.kind === "read-only") throw target.refusal;
    try {
      const blobs = prepared.flatMap((one) => one.blobs);
      if (blobs.length > 0) target.putBlobs(blobs);
      if (target.kind === "open") return { at: target.handle.append(lines, size), doubt: undefined };
      target.create(lines);
      return { at: undefined, doubt: undefined };
    } catch (error) {
      if (error instanceof DurabilityUnknownError) return { at: undefined, doubt: error };
      for (const { entry } of prepared) this.#refused.add(entry.id);
      throw error;
    }
  }

  /** What was written, if nothing else is new. */
  #last(at: number | undefined, lines: Buffer, written: readonly PreparedEntry[]): LastLines | undefined {
    if (at === undefined || at !== this.log.position) return undefined;
    return new LastLines(this.#file, at, lines, written.length === 1 ? written[0]!.entry : undefined);
  }

  /** @param last it is known to be all that is new */
  #readBack(last?: LastLines): readonly LocatedHead[] {
    const target = this.#target;
    if (target.kind !== "new") return target.log.catchUp(last);
    this.#target = { kind: "open", putBlobs: target.putBlobs, ...target.open() };
    return this.#target.log.heads;
  }

  #hear(fresh: readonly LocatedHead[]): void {
    this.#news = [...this.#news, ...fresh];
  }

  #noteForeign(fresh: readonly LocatedHead[], own: ReadonlySet<unknown> = new Set()): void {
    this.#branched ||= fresh.some(
      ({ id, type }) => !own.has(id) && !this.#refused.has(id) && !isAnnotation(type),
    );
  }

  #takeInAll(prepared: readonly PreparedEntry[], named: ReadonlySet<unknown> = new Set()): void {
    for (const one of prepared) this.#takeIn(one, named.has(one.entry.id));
    for (const { entry } of prepared) this.#refused.delete(entry.id);
  }

  #takeBranched(): boolean {
    const branched = this.#branched;
    this.#branched = false;
    return branched;
  }

  /** Moves the leaf as the log now says. An id that the host chose may have been taken by another process meanwhile. */
  #takeIn({ entry, line }: PreparedEntry, isNamed: boolean): void {
    const head = this.log.head(entry.id);
    if (head === undefined) throw new LostEntryError(this.#file, entry);
    if (isNamed && !line.subarray(0, -1).equals(this.log.line(head))) {
      throw new InvalidEntryError([`id: another process has just written ${JSON.stringify(entry.id)}`]);
    }
    this.#leaf = this.log.leafAfter(this.#leaf, head)?.id ?? null;
  }
}

/** The disk wrote something else. */
class LostEntryError extends LogIoError {
  constructor(file: string, { id }: Entry) {
    super("IO", file, new Error(`the entry ${id} is not in the log`));
  }
}

function roleOf(entry: NewEntry): unknown {
  return isEntry(entry as Entry, "message") ? (entry as EntryOf<"message">).message.role : undefined;
}
