import { ANNOTATIONS, isId, roleOf, type Json, type Part } from "./second-lines.ts";

/** The tree of a log, as docs/format.md tells to link it. */
export interface Entry extends Part {
  id: string;
  parentId: string | null;
  readonly type: string;
  readonly version: number;
  readonly keptId: string | null | undefined;
  /** Its body is sound, so that an annotation has an effect. */
  readonly acts: boolean;
}

export interface Node {
  readonly entry: Entry;
  readonly order: number;
  parent: Node | null;
  gap: boolean;
  bridge: Node | null;
}

/** Links entries in file order; `cut` is told of each extra root. */
export class SecondTree {
  readonly nodes: readonly Node[];
  readonly #entries: readonly Entry[];
  readonly #headerId: unknown;
  readonly #byId: ReadonlyMap<string, Node>;
  readonly #annotations: ReadonlyMap<string, Entry>;

  constructor(
    entries: readonly Entry[],
    header: Json | undefined,
    cut: (entry: Entry, kind: string) => void,
  ) {
    this.#entries = entries;
    this.#headerId = header?.["id"];
    this.#annotations = new Map(entries.filter(isAnnotation).map((entry) => [entry.id, entry]));
    const nodes = entries
      .filter((entry) => !isAnnotation(entry))
      .map((entry, order): Node => ({ entry, order, parent: null, gap: false, bridge: null }));
    this.nodes = nodes;
    this.#byId = new Map(nodes.map((node) => [node.entry.id, node]));
    const forkedFrom = header?.["forkedFrom"];
    const isFork = forkedFrom === null || (typeof forkedFrom === "string" && forkedFrom !== "");
    const lose = (node: Node, kind: string): void => {
      node.parent = null;
      node.gap = true;
      cut(node.entry, kind);
    };
    for (const node of nodes) {
      const parent = isFork && node.order === 0 ? null : this.#up(node.entry.parentId);
      node.parent = parent ?? null;
      if (parent === undefined) lose(node, "gap");
    }
    // The first node in the file that is its own ancestor loses its parent, until there is none.
    for (const node of nodes) if (isOwnAncestor(node)) lose(node, "cycle");
    for (const node of nodes) {
      if (!node.gap) continue;
      node.bridge = nodes.slice(0, node.order).findLast((other) => !descends(other, node)) ?? null;
    }
  }

  leaf(): Node | null {
    const known = new Set(this.#entries.map(({ id }) => id));
    let leaf: Node | null = null;
    for (const entry of this.#entries) {
      const target = entry.acts ? entry.stated["targetId"] : undefined;
      if (entry.type === "leaf" && target === null) leaf = null;
      if (entry.type === "leaf" && isId(target) && known.has(target)) leaf = this.#up(target) ?? null;
      const node = this.#byId.get(entry.id);
      if (node === undefined) continue;
      const isResult = entry.type === "message" && roleOf(entry.stated) === "toolResult";
      const above = node.parent ?? node.bridge;
      if (!isResult || above === leaf || above === this.#lastWhole(leaf)) leaf = node;
    }
    return leaf;
  }

  /** The nearest node at or above one whose line is a JSON value. */
  #lastWhole(leaf: Node | null): Node | null {
    let at = leaf;
    while (at !== null && at.entry.value === undefined) at = at.parent ?? at.bridge;
    return at;
  }

  /** The node that an id leads to: null for none, undefined if the way is lost. */
  #up(id: string | null): Node | null | undefined {
    const passed = new Set<string>();
    for (let at = id; at !== null;) {
      const node = at === id || at !== this.#headerId ? this.#byId.get(at) : undefined;
      if (node !== undefined) return node;
      if (at === this.#headerId) return null;
      const annotation = this.#annotations.get(at);
      if (annotation === undefined || passed.has(at)) return undefined;
      passed.add(at);
      at = annotation.parentId;
    }
    return null;
  }
}

function isAnnotation({ type }: Entry): boolean {
  return ANNOTATIONS.has(type);
}

function isOwnAncestor(node: Node): boolean {
  const seen = new Set<Node>();
  for (let at = node.parent; at !== null && !seen.has(at); at = at.parent) {
    if (at === node) return true;
    seen.add(at);
  }
  return false;
}

function descends(node: Node, from: Node): boolean {
  for (let at: Node | null = node; at !== null; at = at.parent ?? at.bridge) if (at === from) return true;
  return false;
}
