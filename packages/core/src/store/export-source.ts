import type { Entry } from "../format/entries.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import { DAMAGED, type ExportedSession } from "../dialects/exporter.ts";
import type { ExportNotes } from "../dialects/export-notes.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { TreeNode } from "../tree/node.ts";
import { above, pathTo } from "../tree/path.ts";
import { parentFirst } from "../tree/parent-first.ts";
import type { SessionLog } from "./session-log.ts";

/** What an export takes of a log: everything, or one branch. */
export class ExportSource {
  readonly log: SessionLog;
  /** The entry where the branch ends, or which is the active leaf. */
  readonly end: TreeNode<LocatedHead> | null;
  readonly isBranch: boolean;
  readonly #nodes: readonly TreeNode<LocatedHead>[];
  readonly #active: ReadonlySet<string>;
  readonly #heads: readonly LocatedHead[];

  /** @param isBranch whether only what leads to `end` is taken */
  constructor(log: SessionLog, end: string | null, isBranch: boolean) {
    this.log = log;
    this.isBranch = isBranch;
    this.end = end === null ? null : (log.tree.nodeAt(end) ?? null);
    const path = this.end === null ? [] : pathTo(this.end);
    this.#active = new Set(path.map(({ head }) => head.id));
    this.#nodes = isBranch ? path : parentFirst(log.tree, this.end);
    const taken = new Set(this.#nodes.map(({ head }) => head.id));
    this.#heads = log.heads.filter(
      ({ type, targetId }) =>
        isAnnotation(type) && (type !== "label" || !isBranch || taken.has(String(targetId))),
    );
  }

  /**
   * Notes what is not taken, whatever the format.
   * @param copies whether lines are copied as they are, also broken ones
   */
  note(notes: ExportNotes, copies: boolean): void {
    for (const head of this.#heads) {
      if (!copies && this.log.decode(head).problem !== undefined) notes.lost("damaged");
      if (copies && this.isBranch && ABOUT_ALL.has(head.type)) notes.lost(head.type);
    }
    notes.lost("off-branch", this.log.tree.nodes.length - this.#nodes.length);
    for (const { kind } of this.log.damageAndLosses()) {
      if (kind === "bad-body") continue;
      if (kind !== "gap" && kind !== "cycle") notes.lost(kind === "missing-blob" ? "lost-content" : "damage");
      else if (!copies) notes.changed("gap");
    }
  }

  session(about: Pick<ExportedSession, "id" | "timestamp" | "cwd">): ExportedSession {
    const name = this.log.name();
    return {
      ...about,
      name,
      leaf: this.end?.head.id ?? null,
      nodes: () => this.#entries(),
      annotations: () => this.#annotations(about),
      isActive: (id) => this.#active.has(id),
      isFork: (id) => !this.isBranch && (this.log.tree.node(id)?.children.length ?? 0) > 1,
      path: () => this.log.walk(this.end?.head.id ?? null),
      context: (id) => this.log.contextPath(id),
    };
  }

  *#entries(): Generator<Entry> {
    for (const node of this.#nodes) yield { ...this.#read(node.head), parentId: parentOf(node) };
  }

  *#annotations({ id, timestamp }: Pick<ExportedSession, "id" | "timestamp">): Generator<Entry> {
    const { name } = this.log.header ?? {};
    if (name !== undefined) yield { type: "session_info", id: `name-${id}`, parentId: null, timestamp, name };
    for (const head of this.#heads) {
      const { entry, problem } = this.log.decode(head);
      if (problem === undefined) yield entry;
    }
  }

  /** A body that is broken would break the session of an agent that does not check it. */
  #read(head: LocatedHead): Entry {
    const { entry, problem } = this.log.read(head);
    if (problem === undefined) return entry;
    const { type, id, parentId, timestamp, ...body } = entry;
    return { type: "custom", id, parentId, timestamp, customType: DAMAGED, data: { type, ...body } };
  }
}

/** What a copy of a branch leaves behind, as a fork does. */
const ABOUT_ALL: ReadonlySet<string> = new Set(["tag", "archive"]);

/** Over a gap a path goes on with what stands before it, and so does one of an agent that knows no gaps. */
function parentOf(node: TreeNode<LocatedHead>): string | null {
  return above(node, true)?.head.id ?? null;
}
