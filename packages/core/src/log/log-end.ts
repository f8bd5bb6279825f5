import { dependsOnTarget, isAnnotation } from "../format/entry-kinds.ts";
import { leafAfter, lastLeaf, type Climb, type IsIntact, type LeafRule } from "../tree/active-leaf.ts";
import type { ByteSource } from "./byte-source.ts";
import type { LastLines } from "./last-lines.ts";
import {
  parseRecord,
  readRecord,
  WholeLogNeeded,
  type EntryVisitor,
  type LocatedHead,
  type LogMap,
} from "./log-map.ts";

/**
 * The end of a log, and of what stands before it only what is asked for: so the cost of opening a session follows its
 * context, not its size. Where a log is not as sound as this needs, it throws `WholeLogNeeded`: all answers are those
 * that the whole log gives, or none.
 */
export class LogEnd implements Climb<LocatedHead> {
  readonly #rule: LeafRule;
  readonly #isIntact: IsIntact<LocatedHead>;
  readonly map: LogMap;
  #leaf: LocatedHead | null | undefined;

  /** @param leaf the active leaf before the entries that `map` has yet to catch up with; undefined: it is not known */
  constructor(source: ByteSource, map: LogMap, rule: LeafRule, leaf: LocatedHead | null | undefined) {
    this.map = map;
    this.#rule = rule;
    this.#isIntact = (head) => parseRecord(readRecord(source, head)) !== undefined;
    this.#leaf = leaf;
  }

  /** The active leaf as the log has it. */
  get leaf(): LocatedHead | null {
    if (this.#leaf === undefined) throw new WholeLogNeeded();
    return this.#leaf;
  }

  /** Takes in what was appended since the last time, up to `to` bytes; gives the entries that are new. */
  catchUp(visit?: EntryVisitor, to?: number): LocatedHead[] {
    return this.#takeIn(this.map.catchUp(visit, to));
  }

  /** The same with lines that are known to be all that the log has from the map's position on. */
  catchUpWith(last: LastLines): LocatedHead[] {
    return this.#takeIn(this.map.catchUpWith(last));
  }

  #takeIn(fresh: LocatedHead[]): LocatedHead[] {
    for (const head of fresh) this.#checkTarget(head);
    if (this.#rule === "last") this.#leaf = fresh.length === 0 ? this.#leaf : lastLeaf(this, fresh.at(-1));
    else this.#replay(fresh);
    return fresh;
  }

  leafAfter(leaf: LocatedHead | null, head: LocatedHead): LocatedHead | null {
    return leafAfter(this, leaf, head, this.#isIntact);
  }

  nodeAt(id: string): LocatedHead | null | undefined {
    const head = this.map.entry(id);
    return head === undefined || !isAnnotation(head.type) ? head : this.above(head);
  }

  /** The node above an entry. A parent that is lost, or stands behind it, asks for the whole log. */
  above(entry: LocatedHead): LocatedHead | null {
    let { parentId, offset } = entry;
    while (parentId !== null && parentId !== this.map.header?.id) {
      const parent = this.map.entry(parentId);
      if (parent === undefined || parent.offset >= offset) throw new WholeLogNeeded();
      if (!isAnnotation(parent.type)) return parent;
      ({ parentId, offset } = parent);
    }
    return null;
  }

  /**
   * The nodes from `head` upwards, as far as `isEnough` lets it go; all of them if it never does.
   * @param isEnough is shown each node
   */
  climb(head: LocatedHead, isEnough: (node: LocatedHead) => boolean): LocatedHead[] {
    const nodes: LocatedHead[] = [];
    for (let at: LocatedHead | null = head; at !== null; at = this.above(at)) {
      nodes.push(at);
      if (isEnough(at)) break;
    }
    return nodes;
  }

  /** What is about an entry that is yet to come asks for the whole log, which tells what it means then. */
  #checkTarget({ type, targetId, offset }: LocatedHead): void {
    if (!dependsOnTarget(type) || typeof targetId !== "string") return;
    const target = this.map.entry(targetId);
    if (target === undefined || target.offset >= offset) throw new WholeLogNeeded();
  }

  #replay(fresh: readonly LocatedHead[]): void {
    let leaf = this.#leaf;
    // Not known any more, should a read fail halfway.
    this.#leaf = undefined;
    for (const head of fresh)
      if (leaf !== undefined || decidesLeaf(head)) leaf = this.leafAfter(leaf ?? null, head);
    this.#leaf = leaf;
  }
}

/** Whether the leaf behind an entry is the same whatever it was before. */
function decidesLeaf({ type, role, targetId }: LocatedHead): boolean {
  return type === "leaf" ? targetId !== undefined : !isAnnotation(type) && role !== "toolResult";
}
