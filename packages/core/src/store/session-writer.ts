import { isDeepStrictEqual } from "node:util";
import {
  InvalidEntryError,
  LeafMovedError,
  LogIoError,
  SessionGoneError,
  UnsupportedVersionError,
  type SessionTreeError,
} from "../errors.ts";
import type { Entry } from "../format/entries.ts";
import { isAnnotation, isEntry } from "../format/entry-kinds.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import type { JsonObject } from "../format/json.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { LocatedHead } from "../log/log-map.ts";
import { activeLeaf, leafAfter } from "../tree/active-leaf.ts";
import { prepareEntries, upgradeLine, type NewEntry, type PreparedEntry } from "./new-entry.ts";
import type { SessionLog } from "./session-log.ts";
import type { ReadableLog } from "./storage.ts";

/** A session's log on its storage: to be made with the first append, open, or not to be written (and why). */
export type Target =
  | { readonly kind: "open"; readonly handle: LogHandle; readonly log: SessionLog }
  | {
      readonly kind: "new";
      readonly log: SessionLog;
      create(lines: Buffer): { handle: LogHandle; log: SessionLog };
    }
  | {
      readonly kind: "read-only";
      readonly log: SessionLog;
      readonly refusal: SessionTreeError;
      readonly source: ReadableLog;
    };

/** What an append did. */
export interface Written {
  readonly ids: readonly string[];
  readonly branched: boolean;
  /** Everything that this append brought into memory, what other processes wrote too. */
  readonly fresh: readonly LocatedHead[];
}

/** Appends to a session and keeps its own leaf, whatever others append meanwhile. */
export class SessionWriter {
  readonly #file: string;
  #target: Target;
  #leaf: string | null;
  #branched = false;

  constructor(file: string, target: Target) {
    this.#file = file;
    this.#target = target;
    this.#leaf = activeLeaf(target.log.tree, target.log.dialect.leafRule)?.head.id ?? null;
  }

  get log(): SessionLog {
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
    return this.#leaf;
  }

  /** Takes in what other processes appended; the own leaf stays. */
  catchUp(): LocatedHead[] {
    if (this.#target.kind !== "open") return [];
    const fresh = this.#isShorter(this.#target.handle) ? this.reread() : this.log.catchUp();
    this.#noteForeign(fresh, new Set());
    return fresh;
  }

  /**
   * Writes entries under the leaf, in one write, before it returns. Entries whose ids are in the log already, and that
   * are the same, are done.
   */
  append(given: readonly NewEntry[], now: Date, expectLeaf?: string | null): Written {
    if (given.length === 0) throw new InvalidEntryError(["there is no entry"]);
    this.#follow();
    if (this.refusal !== undefined) throw this.refusal;
    const ids = given.map((entry) => entry["id"]);
    const named = new Set(ids.filter((id) => id !== undefined));
    if (named.size < ids.filter((id) => id !== undefined).length)
      throw new InvalidEntryError(["id: one id for several entries"]);
    if (expectLeaf !== undefined || named.size > 0) this.catchUp();
    if (expectLeaf !== undefined) this.#expect(expectLeaf);
    const prepared = prepareEntries(given, this.log.id, this.#leaf, now);
    if (named.size > 0 && this.#isDone(given, prepared)) {
      return { ids: ids as string[], branched: this.#takeBranched(), fresh: [] };
    }
    this.#checkMoves(prepared, named);
    const upgrade = this.log.version < FORMAT_VERSION ? [upgradeLine(this.#leaf, now)] : [];
    const fresh = this.#write(Buffer.concat([...upgrade, ...prepared.map(({ line }) => line)]));
    const own = new Set(prepared.map(({ entry }) => entry.id));
    this.#noteForeign(fresh, own);
    for (const one of prepared) this.#takeIn(one, named.has(one.entry.id));
    return { ids: [...own], branched: this.#takeBranched(), fresh };
  }

  /** What memory holds is in doubt: reads the log again. Gives all its entries. */
  reread(): LocatedHead[] {
    const { header } = this.log;
    this.log.reread();
    if (header !== undefined && this.log.header?.id !== header.id) throw new SessionGoneError(this.#file);
    if (this.#leaf !== null && this.log.tree.node(this.#leaf) === undefined) {
      this.#leaf = activeLeaf(this.log.tree)?.head.id ?? null;
    }
    return [...this.log.heads];
  }

  async close(): Promise<void> {
    if (this.#target.kind === "open") await this.#target.handle.close();
    if (this.#target.kind === "read-only") this.#target.source.close();
  }

  /** Another file under the log's name, or a log that was cut, makes void what was read of it. */
  #follow(): void {
    if (this.#target.kind !== "open") return;
    const { handle } = this.#target;
    if (handle.follow() || this.#isShorter(handle)) this.reread();
  }

  #isShorter(handle: LogHandle): boolean {
    return handle.size() < this.log.position;
  }

  #expect(expected: string | null): void {
    const actual = activeLeaf(this.log.tree)?.head.id ?? null;
    if (actual !== expected) throw new LeafMovedError(expected, actual);
  }

  /** Whether all these entries are in the log. @throws InvalidEntryError if one is there as another, or only some are */
  #isDone(given: readonly NewEntry[], prepared: readonly PreparedEntry[]): boolean {
    const there = prepared.filter((one, index) => this.#isThere(one, given[index]!)).length;
    if (there === 0 || there === given.length) return there > 0;
    throw new InvalidEntryError(["id: a part of the batch is in the log already"]);
  }

  #isThere({ entry: { id }, line }: PreparedEntry, given: NewEntry): boolean {
    const head = this.log.head(id);
    // A broken line is a torn first try of this very append: the whole one wins over it.
    if (head === undefined || !this.log.isIntact(head)) return false;
    const there = this.log.decode(head).entry as JsonObject;
    // What JSON makes of a value is what the log has of it; what was not given is as it was set the first time.
    const asked = JSON.parse(line.toString("utf8")) as JsonObject;
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

  #write(lines: Buffer): readonly LocatedHead[] {
    const target = this.#target;
    if (target.kind === "read-only") throw target.refusal;
    if (target.kind === "open") {
      target.handle.append(lines);
      return this.log.catchUp();
    }
    this.#target = { kind: "open", ...target.create(lines) };
    return this.log.heads;
  }

  #noteForeign(fresh: readonly LocatedHead[], own: ReadonlySet<string>): void {
    this.#branched ||= fresh.some(({ id, type }) => !own.has(id) && !isAnnotation(type));
  }

  #takeBranched(): boolean {
    const branched = this.#branched;
    this.#branched = false;
    return branched;
  }

  /** Moves the leaf as the log now says. An id that the host chose may have been taken by another process meanwhile. */
  #takeIn({ entry, line }: PreparedEntry, isNamed: boolean): void {
    const head = this.log.head(entry.id);
    if (head === undefined) throw this.#lost(entry);
    if (isNamed && !line.subarray(0, -1).equals(this.log.line(head))) {
      throw new InvalidEntryError([`id: another process has just written ${JSON.stringify(entry.id)}`]);
    }
    const { tree } = this.log;
    const leaf = this.#leaf === null ? null : (tree.node(this.#leaf) ?? null);
    this.#leaf = leafAfter(tree, leaf, head)?.head.id ?? null;
  }

  #lost({ id }: Entry): LogIoError {
    return new LogIoError("IO", this.#file, new Error(`the entry ${id} is not in the log`));
  }
}
