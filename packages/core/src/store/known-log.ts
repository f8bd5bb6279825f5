import { SessionTreeError } from "../errors.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ByteSource } from "../log/byte-source.ts";
import type { LogEnd } from "../log/log-end.ts";
import { LogMap, WholeLogNeeded, type EarlierEntries, type LocatedHead } from "../log/log-map.ts";
import { treeOfLog } from "../log/tree-of-log.ts";
import type { Tree } from "../tree/tree.ts";

/** All entries of a log, linked. */
export class WholeLog {
  readonly map: LogMap;
  #tree: Tree<LocatedHead> | undefined;

  constructor(map: LogMap) {
    this.map = map;
  }

  /** Linked when it is first asked for: it takes 170 bytes an entry, and not all questions need it. */
  get tree(): Tree<LocatedHead> {
    return (this.#tree ??= treeOfLog(this.map));
  }

  /** Another number says that entries were linked anew. */
  get relinks(): number {
    return this.#tree?.relinks ?? 1;
  }
}

/** Tells what stands in a log before an entry, if that is known. */
export type ReadBefore = (entry: LocatedHead) => Promise<EarlierEntries | undefined>;

/** What is known of a log: its end, and from the first question on that this cannot answer, all of it. */
export class KnownLog {
  readonly #readTo: (to: number | undefined) => WholeLog;
  readonly #before: ReadBefore | undefined;
  #end: LogEnd | undefined;
  #whole: WholeLog | undefined;
  #rereads = 0;
  /** Done once it is known what stands before the log's end, if that can be known. */
  #learned: Promise<void> | undefined;
  /** Whether a question that the log's end cannot answer is asked again. */
  #asksAgain = false;

  /**
   * @param end what is known of the log; without it, the log is read
   * @param before tells what stands before that, should it be asked for
   */
  constructor(source: ByteSource, dialect: Dialect, fallbackId: string, end?: LogEnd, before?: ReadBefore) {
    this.#readTo = (to) => {
      const map = new LogMap(source, dialect, fallbackId);
      map.catchUp(undefined, to);
      return new WholeLog(map);
    };
    this.#end = end;
    this.#before = before;
    if (end === undefined) this.#readWhole();
  }

  get map(): LogMap {
    return this.#end?.map ?? this.whole.map;
  }

  get whole(): WholeLog {
    return this.#readWhole();
  }

  /** Another number says that what stood on a path before may be something else now. */
  get linking(): number {
    return this.#rereads + (this.#whole?.relinks ?? 1);
  }

  /**
   * What the log's end tells, or where it cannot, the whole log.
   * @param upTo so much of the log was known before the question
   */
  ask<T>(end: (end: LogEnd) => T, whole: (whole: WholeLog) => T, upTo = this.map.seen): T {
    if (this.#end !== undefined) {
      try {
        return end(this.#end);
      } catch (error) {
        if (!(error instanceof WholeLogNeeded) || this.#asksAgain) throw error;
      }
    }
    return whole(this.#readWhole(upTo));
  }

  /**
   * What `tell` gives. Where the log's end is not enough for it, it is asked again once it is known what stands before: so
   * an old entry costs no reading of the whole log, if there is an index.
   */
  told<T>(tell: () => T): T | Promise<T> {
    if (this.#end === undefined) return tell();
    this.#asksAgain = true;
    try {
      return tell();
    } catch (error) {
      if (!(error instanceof WholeLogNeeded)) throw error;
    } finally {
      this.#asksAgain = false;
    }
    this.#learned ??= this.#learn(this.#end.map);
    return this.#learned.then(tell);
  }

  /** Forgets what was read and reads the log again. */
  reread(): void {
    this.#rereads += this.linking;
    this.#end = undefined;
    this.#whole = undefined;
    this.#readWhole();
  }

  /** What keeps it from being told does not matter: the log itself is asked then. */
  async #learn(map: LogMap): Promise<void> {
    const [first] = map.entries;
    try {
      const earlier = first && (await this.#before?.(first));
      if (earlier !== undefined) map.learn(earlier);
    } catch (error) {
      if (!(error instanceof SessionTreeError)) throw error;
    }
  }

  /** Reads the log, only as far as it is known: what follows is news, to be told when it is caught up with. */
  #readWhole(upTo = this.#end?.map.seen): WholeLog {
    if (this.#whole === undefined) {
      this.#whole = this.#readTo(upTo);
      this.#end = undefined;
    }
    return this.#whole;
  }
}
