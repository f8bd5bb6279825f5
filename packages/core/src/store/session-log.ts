import { isEntry } from "../format/entry-kinds.ts";
import type { EntryOf } from "../format/entries.ts";
import type { BlobRef } from "../format/blob.ts";
import { isJsonObject } from "../format/json.ts";
import type { Damage } from "../format/damage.ts";
import { blobsIn, restoreEntry, withPreviews } from "../format/restore.ts";
import { decodeEntry, type DecodedEntry } from "../log/decode-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { parseRecord, readRecord, WholeLogNeeded, type LocatedHead } from "../log/log-map.ts";
import type { LogHeader } from "../log/log-rules.ts";
import type { LastLines } from "../log/last-lines.ts";
import type { LogEnd } from "../log/log-end.ts";
import { readLines, readRecords, type Memory } from "../log/read-records.ts";
import type { PathEntry } from "../projection/types.ts";
import { activeLeaf, climbOf, leafAfter } from "../tree/active-leaf.ts";
import { contextNodes, keepingNodes, nodesTo } from "./context-nodes.ts";
import { KnownLog, type ReadBefore } from "./known-log.ts";
import { keptAsNode, wholeContext } from "./whole-context.ts";
import { linkDamage, missingTargets } from "../tree/link-damage.ts";
import type { TreeNode } from "../tree/node.ts";
import { above, pathTo } from "../tree/path.ts";
import type { Tree } from "../tree/tree.ts";

/** An entry with its large content; `lost` says what of that is gone, a line for each blob. */
export interface ReadEntry extends DecodedEntry {
  readonly lost: readonly string[];
}

/**
 * A log, kept up with what is appended. Bodies are read when they are asked for; and where its end is known, all the
 * rest too: the log is read whole for the first answer that needs it.
 */
export class SessionLog {
  readonly #source: ByteSource;
  readonly #known: KnownLog;
  readonly dialect: Dialect;

  /**
   * @param end what is known of the log; without it, the log is read
   * @param before tells what stands before that, should it be asked for
   */
  constructor(source: ByteSource, dialect: Dialect, fallbackId: string, end?: LogEnd, before?: ReadBefore) {
    this.#source = source;
    this.dialect = dialect;
    this.#known = new KnownLog(source, dialect, fallbackId, end, before);
  }

  get id(): string {
    return this.#known.map.id;
  }

  get header(): LogHeader | undefined {
    return this.#known.map.header;
  }

  /** When it was begun: its header's time, else that of its first entry that has one; undefined: unknown. */
  get begun(): string | undefined {
    const hasTime = ({ timestamp = "" }: LocatedHead): boolean => !Number.isNaN(Date.parse(timestamp));
    return this.header?.timestamp ?? this.heads.find(hasTime)?.timestamp;
  }

  /** The version that a line appended now has. */
  get version(): number {
    return this.#known.map.version;
  }

  /** The first byte that is not yet read for good. */
  get position(): number {
    return this.#known.map.position;
  }

  get tree(): Tree<LocatedHead> {
    return this.#known.whole.tree;
  }

  get heads(): readonly LocatedHead[] {
    return this.#known.whole.map.entries;
  }

  /** Whether every line is one entry, by itself. */
  get isSound(): boolean {
    return this.#known.whole.map.damage.length === 0;
  }

  /** Another number says that what stood on a path before may be something else now. */
  get linking(): number {
    return this.#known.linking;
  }

  head(id: string): LocatedHead | undefined {
    return this.#known.ask(
      (end) => end.map.entry(id),
      ({ map }) => map.entry(id),
    );
  }

  /** Whether an entry is there. That it is not is for the whole log to say: an index may have lost it. */
  has(id: string): boolean {
    return this.head(id) !== undefined || this.#known.whole.map.entry(id) !== undefined;
  }

  /** The node that an entry stands for: itself, or for an annotation the nearest node above it; undefined: no such entry. */
  nodeAt(id: string): LocatedHead | null | undefined {
    return this.#known.ask(
      (end) => end.nodeAt(id),
      ({ tree }) => climbOf(tree).nodeAt(id),
    );
  }

  /** The active leaf as the log has it. */
  activeLeaf(): LocatedHead | null {
    return this.#known.ask(
      (end) => end.leaf,
      ({ tree }) => activeLeaf(tree, this.dialect.leafRule, (head) => this.isIntact(head))?.head ?? null,
    );
  }

  /** The active leaf once `head`, which is in the log, is taken in. */
  leafAfter(leafId: string | null, head: LocatedHead): LocatedHead | null {
    const leaf = leafId === null ? null : (this.head(leafId) ?? null);
    return this.#known.ask(
      (end) => end.leafAfter(leaf, head),
      ({ tree }) => leafAfter(climbOf(tree), leaf, head, (one) => this.isIntact(one)),
    );
  }

  /**
   * Takes in what was appended since the last time; gives the entries that are new.
   * @param last what is known to be all that the log has from `position` on: then it need not be read
   */
  catchUp(last?: LastLines): LocatedHead[] {
    const { seen } = this.#known.map;
    return this.#known.ask(
      (end) => (last === undefined ? end.catchUp() : end.catchUpWith(last)),
      ({ map, tree }) => {
        const { revisions } = map;
        const fresh = last === undefined ? map.catchUp() : map.catchUpWith(last);
        if (map.revisions === revisions) tree.update();
        else tree.relink();
        return fresh;
      },
      seen,
    );
  }

  /** Forgets what was read and reads the log again: another file has its name now, or what memory holds is in doubt. */
  reread(): void {
    this.#known.reread();
  }

  /** @see KnownLog.told */
  told<T>(tell: () => T): T | Promise<T> {
    return this.#known.told(tell);
  }

  /** The session's name: the last one given, else the header's. */
  name(): string | undefined {
    const name = this.#lastInfo((info) => info.name);
    return name === undefined ? this.header?.name : (name ?? undefined);
  }

  /** The project's directory: where the session was moved to last, else the header's. */
  cwd(): string | undefined {
    return this.#lastInfo((info) => info.cwd) ?? this.header?.cwd;
  }

  #lastInfo<T>(pick: (info: EntryOf<"session_info">) => T | undefined): T | undefined {
    for (let index = this.heads.length - 1; index >= 0; index--) {
      if (this.heads[index]!.type !== "session_info") continue;
      const { entry, problem } = this.decode(this.heads[index]!);
      const picked = problem === undefined && isEntry(entry, "session_info") ? pick(entry) : undefined;
      if (picked !== undefined) return picked;
    }
    return undefined;
  }

  /** The bytes of an entry's line, without its newline. */
  line(head: LocatedHead): Buffer {
    return readRecord(this.#source, head);
  }

  /** The same of many entries, in their order: each is valid only until the next one is asked for. */
  lines(heads: readonly LocatedHead[]): Generator<Buffer> {
    return readRecords(this.#source, heads);
  }

  /** The same as lines, with their newlines, and between them lines that were made: many in one piece. */
  wholeLines(lines: Iterable<LocatedHead | Buffer>, memory?: Memory): Generator<Buffer> {
    return readLines(this.#source, lines, memory);
  }

  /** Whether an entry's line is a JSON value. */
  isIntact(head: LocatedHead): boolean {
    return parseRecord(this.line(head)) !== undefined;
  }

  /** An entry as its line has it: what is large stands in it as `blob` blocks. */
  decode(head: LocatedHead, line = this.line(head)): DecodedEntry {
    return decodeEntry(this.dialect, head, line);
  }

  /** An entry with its large content: reads and verifies its blobs. */
  read(head: LocatedHead, line?: Buffer): ReadEntry {
    const { entry, problem } = this.decode(head, line);
    if (problem !== undefined) return { entry, problem, lost: [] };
    return { problem, ...restoreEntry(entry, (ref) => this.blob(ref)) };
  }

  /** An entry with previews in place of its large content: reads no blob. */
  preview(head: LocatedHead): DecodedEntry {
    const { entry, problem } = this.decode(head);
    return { entry: problem === undefined ? withPreviews(entry) : entry, problem };
  }

  /** The bytes where a blob should lie, not verified. */
  blob(ref: BlobRef): Buffer | undefined {
    return this.#source.blob?.(ref);
  }

  /** Whether any blob may lie beside the log. */
  hasBlobs(): boolean {
    return this.#source.blob !== undefined && (this.#source.hasBlobs?.() ?? true);
  }

  /** What entries name of blobs. Reads every body. */
  blobs(): BlobRef[] {
    return this.heads.flatMap((head) => {
      const { entry, problem } = this.decode(head);
      return problem === undefined ? blobsIn(entry) : [];
    });
  }

  /** What a user should know about the whole log: where it comes from, a version that is newer than we know. */
  get notices(): readonly string[] {
    const told = this.#source.notices ?? [];
    if (this.version <= this.dialect.knownVersion) return told;
    return [...told, `Version ${this.version} of its format is not known: it is read as far as it goes`];
  }

  /** All damage that can be told without blobs, in file order: of bytes, bodies and links. Reads every body. */
  damage(): Damage[] {
    return this.#damage((head) => ({ ...this.decode(head), lost: [] }));
  }

  /** The same, and what is wrong with blobs. Reads every blob. */
  damageAndLosses(): Damage[] {
    return this.#damage((head) => this.read(head));
  }

  #damage(read: (head: LocatedHead) => ReadEntry): Damage[] {
    const { map, tree } = this.#known.whole;
    const found = linkDamage(tree);
    for (const head of map.entries) {
      const { offset, length } = head;
      const { problem, lost } = read(head);
      if (problem !== undefined) found.push({ offset, length, kind: "bad-body", detail: problem });
      for (const detail of lost) found.push({ offset, length, kind: "missing-blob", detail });
    }
    return [...map.damage, ...found.map((one) => this.#located(one))].sort((a, b) => a.offset - b.offset);
  }

  /** Annotations about entries that are not there. */
  missingTargets(): Damage[] {
    return missingTargets(this.tree).map((one) => this.#located(one));
  }

  /** Of a log that was told anew: where it stands in the file that a user has. */
  #located(damage: Damage): Damage {
    return { ...damage, ...this.#source.placeOf?.(damage.offset) };
  }

  /** The path to an entry's node with all its bodies, root first. */
  path(id: string | null): PathEntry[] {
    return this.#known.ask(
      (end) => keepingNodes(this.#pathEntries(nodesTo(end, id))),
      () => [...this.walk(id)],
    );
  }

  /** The same, one body after the other. */
  *walk(id: string | null): Generator<PathEntry> {
    const nodes = this.#nodesTo(id, true);
    yield* this.#onPath(nodes, nodes);
  }

  /**
   * The part of a path that a projection needs: from the entry that the newest compaction keeps, and of what stands
   * before it only entries that set state. So the cost follows the context, not the history.
   */
  contextPath(id: string | null, bridge = true): PathEntry[] {
    return this.#known.ask(
      (end) => this.#pathEntries(contextNodes(end, id, (head) => this.#sound(head))),
      () => {
        const path = this.#nodesTo(id, bridge);
        return [...this.#onPath(wholeContext(this, path), path)];
      },
    );
  }

  /** What a path has behind an entry; undefined if it does not lead through that. */
  pathBehind(since: string | null, id: string | null, bridge = true): PathEntry[] | undefined {
    return this.#known.ask(
      (end) => {
        const node = id === null ? null : end.nodeAt(id);
        if (node === null || node === undefined) return since === null ? [] : undefined;
        const nodes = end.climb(node, (at) => at.id === since).reverse();
        if (since === null) return this.#pathEntries(nodes);
        return nodes[0]?.id === since ? this.#pathEntries(nodes.slice(1)) : undefined;
      },
      ({ tree }) => {
        const nodes: TreeNode<LocatedHead>[] = [];
        let at = id === null ? null : (tree.nodeAt(id) ?? null);
        for (; at !== null && at.head.id !== since; at = above(at, bridge)) nodes.push(at);
        if ((at?.head.id ?? null) !== since) return undefined;
        nodes.reverse();
        return [...this.#onPath(nodes, nodes)];
      },
    );
  }

  /** The entries of nodes on an unbroken path. */
  #pathEntries(nodes: readonly LocatedHead[]): PathEntry[] {
    const entries: PathEntry[] = [];
    for (const line of this.lines(nodes)) {
      const { entry, lost } = this.#sound(nodes[entries.length]!, line);
      entries.push({ entry, problem: undefined, gap: false, ...(lost.length > 0 && { lost }) });
    }
    return entries;
  }

  /** An entry that is just what its head says. @throws WholeLogNeeded if it is not: what is known of the log is wrong then */
  #sound(head: LocatedHead, line = this.line(head)): ReadEntry {
    const value = parseRecord(line);
    const same =
      isJsonObject(value) &&
      value["id"] === head.id &&
      value["parentId"] === head.parentId &&
      value["type"] === head.type;
    if (!same) throw new WholeLogNeeded();
    const { entry, problem } = decodeEntry(this.dialect, head, line, value);
    if (problem !== undefined) throw new WholeLogNeeded();
    return { problem, ...restoreEntry(entry, (ref) => this.blob(ref)) };
  }

  #nodesTo(id: string | null, bridge: boolean): TreeNode<LocatedHead>[] {
    const node = id === null ? null : this.tree.nodeAt(id);
    return node === null || node === undefined ? [] : pathTo(node, bridge);
  }

  /** The entries of nodes as they read on a path: what a compaction keeps is named by a node. */
  *#onPath(
    nodes: readonly TreeNode<LocatedHead>[],
    path: readonly TreeNode<LocatedHead>[],
  ): Generator<PathEntry> {
    const lines = this.lines(nodes.map(({ head }) => head));
    for (const { head, gap, bridge } of nodes) {
      const { entry, problem, lost } = this.read(head, lines.next().value as Buffer);
      yield {
        entry: isEntry(entry, "compaction") ? keptAsNode(this, entry, path) : entry,
        problem,
        gap: gap !== undefined && bridge !== null,
        ...(lost.length > 0 && { lost }),
      };
    }
  }
}
