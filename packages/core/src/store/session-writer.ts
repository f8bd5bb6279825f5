import { isDeepStrictEqual } from "node:util";
import { InvalidEntryError, LeafMovedError, LogIoError, UnsupportedVersionError } from "../errors.ts";
import type { Entry } from "../format/entries.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import { FORMAT_VERSION } from "../format/header.ts";
import type { LogHandle } from "../log/log-handle.ts";
import type { LocatedHead } from "../log/log-map.ts";
import { activeLeaf, leafAfter } from "../tree/active-leaf.ts";
import { prepareEntries, upgradeLine, type NewEntry } from "./new-entry.ts";
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
      readonly why: string;
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
  #target: Target;
  #leaf: string | null;
  #branched = false;

  constructor(target: Target) {
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
  get readOnly(): string | undefined {
    if (this.#target.kind === "read-only") return this.#target.why;
    const { version } = this.log;
    return version > FORMAT_VERSION ? `version ${version} of the format` : undefined;
  }

  /** The entry under which the next append goes. */
  get leaf(): string | null {
    return this.#leaf;
  }

  /** Takes in what other processes appended; the own leaf stays. */
  catchUp(): LocatedHead[] {
    if (this.#target.kind !== "open") return [];
    const fresh = this.log.catchUp();
    this.#noteForeign(fresh, new Set());
    return fresh;
  }

  /**
   * Writes entries under the leaf, in one write, before it returns. Entries whose ids are in the log already, and that
   * are the same, are done.
   */
  append(given: readonly NewEntry[], now: Date, file: string, expectLeaf?: string | null): Written {
    if (this.readOnly !== undefined) throw new UnsupportedVersionError(file, this.readOnly);
    if (expectLeaf !== undefined) this.#expect(expectLeaf);
    if (given.length === 0) throw new InvalidEntryError(["there is no entry"]);
    const ids = given.map((entry) => entry["id"]);
    const named = ids.filter((id) => id !== undefined);
    if (new Set(named).size < named.length) throw new InvalidEntryError(["id: one id for several entries"]);
    if (named.length > 0) this.catchUp();
    const there = given.filter((entry) => this.#isThere(entry["id"], entry));
    if (there.length === given.length)
      return { ids: ids as string[], branched: this.#takeBranched(), fresh: [] };
    if (there.length > 0) throw new InvalidEntryError(["id: a part of the batch is in the log already"]);
    const prepared = prepareEntries(given, this.log.id, this.#leaf, now);
    const upgrade = this.log.version < FORMAT_VERSION ? [upgradeLine(this.#leaf, now)] : [];
    const fresh = this.#write(Buffer.concat([...upgrade, ...prepared.map(({ line }) => line)]), file);
    const own = new Set(prepared.map(({ entry }) => entry.id));
    this.#noteForeign(fresh, own);
    for (const { entry } of prepared) this.#moveLeaf(entry, file);
    return { ids: [...own], branched: this.#takeBranched(), fresh };
  }

  /** What memory holds is in doubt: reads the log again. */
  reread(): void {
    this.log.reread();
    if (this.#leaf !== null && this.log.tree.node(this.#leaf) === undefined) {
      this.#leaf = activeLeaf(this.log.tree)?.head.id ?? null;
    }
  }

  async close(): Promise<void> {
    if (this.#target.kind === "open") await this.#target.handle.close();
    if (this.#target.kind === "read-only") this.#target.source.close();
  }

  #expect(expected: string | null): void {
    this.catchUp();
    const actual = activeLeaf(this.log.tree)?.head.id ?? null;
    if (actual !== expected) throw new LeafMovedError(expected, actual);
  }

  /** Whether an entry of this id is in the log. @throws InvalidEntryError if it is there and another */
  #isThere(id: unknown, given: NewEntry): boolean {
    const head = typeof id === "string" ? this.log.head(id) : undefined;
    // A broken line is a torn first try of this very append: the whole one wins over it.
    if (head === undefined || !this.log.isIntact(head)) return false;
    const { entry } = this.log.decode(head);
    const same = Object.entries(given).every(([key, value]) =>
      isDeepStrictEqual((entry as NewEntry)[key as "id"], value),
    );
    if (same) return true;
    throw new InvalidEntryError([`id: ${JSON.stringify(id)} is another entry of this session`]);
  }

  #write(lines: Buffer, file: string): readonly LocatedHead[] {
    const target = this.#target;
    if (target.kind === "new") {
      this.#target = { kind: "open", ...target.create(lines) };
      return this.log.heads;
    }
    if (target.kind === "read-only") throw new UnsupportedVersionError(file, target.why);
    const before = this.log.heads.length;
    const { reopened } = target.handle.append(lines);
    if (!reopened) return this.log.catchUp();
    this.reread();
    return this.log.heads.slice(Math.min(before, this.log.heads.length));
  }

  #noteForeign(fresh: readonly LocatedHead[], own: ReadonlySet<string>): void {
    this.#branched ||= fresh.some(({ id, type }) => !own.has(id) && !isAnnotation(type));
  }

  #takeBranched(): boolean {
    const branched = this.#branched;
    this.#branched = false;
    return branched;
  }

  #moveLeaf({ id }: Entry, file: string): void {
    const head = this.log.head(id);
    if (head === undefined) throw new LogIoError("IO", file, new Error(`the entry ${id} is not in the log`));
    const { tree } = this.log;
    const leaf = this.#leaf === null ? null : (tree.node(this.#leaf) ?? null);
    this.#leaf = leafAfter(tree, leaf, head)?.head.id ?? null;
  }
}
