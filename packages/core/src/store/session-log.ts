import { isEntry } from "../format/entry-kinds.ts";
import type { CompactionEntry, EntryOf } from "../format/entries.ts";
import type { BlobRef } from "../format/blob.ts";
import type { Damage } from "../format/damage.ts";
import { restoreEntry, withPreviews } from "../format/restore.ts";
import { decodeEntry, type DecodedEntry } from "../dialects/decode-entry.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { LogMap, parseRecord, readRecord, type LocatedHead } from "../log/log-map.ts";
import type { LogHeader } from "../log/log-rules.ts";
import { treeOfLog } from "../log/tree-of-log.ts";
import type { PathEntry } from "../projection/types.ts";
import type { TreeNode } from "../tree/node.ts";
import { pathTo } from "../tree/path.ts";
import type { Tree } from "../tree/tree.ts";

/** An entry with its large content; `lost` says what of that is gone, a line for each blob. */
export interface ReadEntry extends DecodedEntry {
  readonly lost: readonly string[];
}

/** A log with its tree, kept up with what is appended. Bodies are read when they are asked for. */
export class SessionLog {
  readonly #source: ByteSource;
  readonly #fallbackId: string;
  readonly dialect: Dialect;
  #map: LogMap;
  #tree: Tree<LocatedHead>;

  constructor(source: ByteSource, dialect: Dialect, fallbackId: string) {
    this.#source = source;
    this.dialect = dialect;
    this.#fallbackId = fallbackId;
    this.#map = new LogMap(source, dialect, fallbackId);
    this.#map.catchUp();
    this.#tree = treeOfLog(this.#map);
  }

  get id(): string {
    return this.#map.id;
  }

  get header(): LogHeader | undefined {
    return this.#map.header;
  }

  /** The version that a line appended now has. */
  get version(): number {
    return this.#map.version;
  }

  /** The first byte that is not yet read for good. */
  get position(): number {
    return this.#map.position;
  }

  get tree(): Tree<LocatedHead> {
    return this.#tree;
  }

  get heads(): readonly LocatedHead[] {
    return this.#map.entries;
  }

  head(id: string): LocatedHead | undefined {
    return this.#map.entry(id);
  }

  /** Takes in what was appended since the last time; gives the entries that are new. */
  catchUp(): LocatedHead[] {
    const { revisions } = this.#map;
    const fresh = this.#map.catchUp();
    if (this.#map.revisions === revisions) this.#tree.update();
    else this.#tree.relink();
    return fresh;
  }

  /** Forgets what was read and reads the log again: another file has its name now, or what memory holds is in doubt. */
  reread(): void {
    const map = new LogMap(this.#source, this.dialect, this.#fallbackId);
    map.catchUp();
    this.#map = map;
    this.#tree = treeOfLog(map);
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

  /** Whether an entry's line is a JSON value. */
  isIntact(head: LocatedHead): boolean {
    return parseRecord(this.line(head)) !== undefined;
  }

  /** An entry as its line has it: what is large stands in it as `blob` blocks. */
  decode(head: LocatedHead): DecodedEntry {
    return decodeEntry(this.dialect, head, this.line(head));
  }

  /** An entry with its large content: reads and verifies its blobs. */
  read(head: LocatedHead): ReadEntry {
    const { entry, problem } = this.decode(head);
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

  /** All damage that can be told from bytes and bodies, in file order. Reads every body. */
  damage(): Damage[] {
    return this.#damage((head) => ({ ...this.decode(head), lost: [] }));
  }

  /** The same, and what is wrong with blobs. Reads every blob. */
  damageAndLosses(): Damage[] {
    return this.#damage((head) => this.read(head));
  }

  #damage(read: (head: LocatedHead) => ReadEntry): Damage[] {
    const found = [...this.#map.damage];
    for (const head of this.heads) {
      const { offset, length } = head;
      const { problem, lost } = read(head);
      if (problem !== undefined) found.push({ offset, length, kind: "bad-body", detail: problem });
      for (const detail of lost) found.push({ offset, length, kind: "missing-blob", detail });
    }
    return found.sort((a, b) => a.offset - b.offset);
  }

  /** The path to an entry's node with all its bodies, root first. */
  path(id: string | null, bridge = true): PathEntry[] {
    const nodes = this.#nodesTo(id, bridge);
    return nodes.map((at) => this.onPath(at, nodes));
  }

  /**
   * The part of a path that a projection needs: from the entry that the newest compaction keeps, and of what stands
   * before it only entries that set state. So the cost follows the context, not the history.
   */
  contextPath(id: string | null, bridge = true): PathEntry[] {
    const nodes = this.#nodesTo(id, bridge);
    const start = this.#contextStart(nodes);
    const model = this.#lastModel(nodes, start);
    return nodes
      .filter((at, index) => index >= start || at === model || setsState(at.head))
      .map((at) => this.onPath(at, nodes));
  }

  #nodesTo(id: string | null, bridge: boolean): TreeNode<LocatedHead>[] {
    const node = id === null ? null : this.#tree.nodeAt(id);
    return node === null || node === undefined ? [] : pathTo(node, bridge);
  }

  /** Where the context starts: at what the newest sound compaction keeps, or at that compaction. */
  #contextStart(nodes: readonly TreeNode<LocatedHead>[]): number {
    for (let index = nodes.length - 1; index >= 0; index--) {
      if (nodes[index]!.head.type !== "compaction") continue;
      const { entry, problem } = this.decode(nodes[index]!.head);
      if (problem !== undefined || !isEntry(entry, "compaction")) continue;
      const { firstKeptEntryId } = this.keptAsNode(entry, nodes);
      const kept = nodes.findIndex(({ head }) => head.id === firstKeptEntryId);
      return kept < 0 || kept > index ? index : kept;
    }
    return 0;
  }

  /** The last answer before `start` that names its model. */
  #lastModel(nodes: readonly TreeNode<LocatedHead>[], start: number): TreeNode<LocatedHead> | undefined {
    return nodes.findLast(({ head }, index) => {
      if (index >= start || head.role !== "assistant") return false;
      const { entry, problem } = this.decode(head);
      return problem === undefined && isEntry(entry, "message") && "model" in entry.message;
    });
  }

  /** A node's entry as it reads on a path: what a compaction keeps is named by a node. */
  onPath({ head, gap, bridge }: TreeNode<LocatedHead>, path: readonly TreeNode<LocatedHead>[]): PathEntry {
    const { entry, problem, lost } = this.read(head);
    const bridged = gap !== undefined && bridge !== null;
    return {
      entry: isEntry(entry, "compaction") ? this.keptAsNode(entry, path) : entry,
      problem,
      gap: bridged,
      ...(lost.length > 0 && { lost }),
    };
  }

  /** A `firstKeptEntryId` may name an annotation of the path: what is kept starts with the node behind it. */
  keptAsNode(entry: CompactionEntry, path: readonly TreeNode<LocatedHead>[]): CompactionEntry {
    const kept = entry.firstKeptEntryId;
    if (typeof kept !== "string" || this.#tree.node(kept) !== undefined) return entry;
    const above = this.#tree.nodeAt(kept);
    if (above === undefined) return entry;
    const behind = path[above === null ? 0 : path.indexOf(above) + 1];
    if (behind === undefined || !this.#passes(behind.head, kept)) return entry;
    // What stands behind a compaction cannot be kept by it.
    if (path.indexOf(behind) > path.findIndex(({ head }) => head.id === entry.id)) return entry;
    return { ...entry, firstKeptEntryId: behind.head.id };
  }

  /** Whether the way from an entry to the node above it leads through this annotation. */
  #passes({ parentId }: LocatedHead, annotation: string): boolean {
    const passed = new Set<string>();
    for (let at = parentId; at !== null && !passed.has(at); at = this.head(at)?.parentId ?? null) {
      if (at === annotation) return true;
      if (this.#tree.node(at) !== undefined) return false;
      passed.add(at);
    }
    return false;
  }
}

/** Whether an entry tells something of a session's state that a compaction behind it does not end. */
function setsState({ type, role }: LocatedHead): boolean {
  return STATE_TYPES.has(type) || role === "system";
}

const STATE_TYPES: ReadonlySet<string> = new Set([
  "model_change",
  "thinking_level_change",
  "queue",
  "context_edit",
  "compaction",
]);
