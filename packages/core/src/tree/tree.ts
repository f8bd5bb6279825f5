import { isAnnotation } from "../format/entry-kinds.ts";
import type { EntryHead } from "../format/head.ts";
import { bridgeGaps } from "./bridge-gaps.ts";
import { cutCycles } from "./cut-cycles.ts";
import type { MutableNode, TreeNode } from "./node.ts";

/** Nodes without children share one array, as most logs are long chains of which only few nodes branch. */
const NO_CHILDREN: never[] = [];

/**
 * The tree over a list of heads in file order, which may grow: `update` links what came since. Linking never trusts
 * the order of lines (a child may stand before its parent), never loops and never recurses.
 */
export class Tree<H extends EntryHead = EntryHead> {
  readonly #heads: readonly H[];
  #linked = 0;
  #relinks = 0;
  #nodes: MutableNode<H>[] = [];
  #byId = new Map<string, MutableNode<H>>();
  #annotations = new Map<string, H>();
  /** Where following an annotation upwards ends. */
  #followed = new Map<string, MutableNode<H> | null | undefined>();
  /** Ids that linking looked for in vain: an entry of this id that comes later changes what is linked. */
  #awaited = new Set<string>();
  readonly #headerId: string | undefined;
  readonly #firstIsRoot: boolean;

  /**
   * @param options.headerId a `parentId` that names the header makes a root, too
   * @param options.firstIsRoot the first node is a root whatever its parent: so it is in a fork
   */
  constructor(heads: readonly H[], options: { headerId?: string; firstIsRoot?: boolean } = {}) {
    this.#heads = heads;
    this.#headerId = options.headerId;
    this.#firstIsRoot = options.firstIsRoot ?? false;
    this.update();
  }

  /** All entries, in file order. */
  get entries(): readonly H[] {
    return this.#heads;
  }

  /** All nodes, in file order. */
  get nodes(): readonly TreeNode<H>[] {
    return this.#nodes;
  }

  node(id: string): TreeNode<H> | undefined {
    return this.#byId.get(id);
  }

  /** The node that an entry stands for: itself, or for an annotation the nearest node above it. */
  nodeAt(id: string): TreeNode<H> | null | undefined {
    return this.#byId.get(id) ?? (this.#annotations.has(id) ? (this.#follow(id) ?? null) : undefined);
  }

  /** Nodes without a parent, in file order. */
  roots(): TreeNode<H>[] {
    return this.#nodes.filter((node) => node.parent === null);
  }

  /** Nodes without children, in file order: each is the end of a branch. */
  leaves(): TreeNode<H>[] {
    return this.#nodes.filter((node) => node.children.length === 0);
  }

  /** How often everything was linked anew: what a path was before may have changed then. */
  get relinks(): number {
    return this.#relinks;
  }

  /** Links the heads that were added to the list. */
  update(): void {
    const fresh = this.#heads.slice(this.#linked);
    if (this.#linked === 0 || fresh.some((head) => this.#awaited.has(head.id))) {
      this.relink();
      return;
    }
    const added = fresh.map((head) => this.#enter(head)).filter((node) => node !== undefined);
    this.#linked = this.#heads.length;
    for (const node of added) this.#setParent(node);
    // A child before its parent may be a cycle, or move a bridge.
    if (added.some((node) => node.parent !== null && node.parent.order >= node.order)) {
      this.relink();
      return;
    }
    for (const node of added) {
      if (node.parent !== null) addChild(node.parent, node);
      if (node.gap !== undefined) node.bridge = this.#nodes[node.order - 1] ?? null;
    }
  }

  /** Links everything anew: for a list that was changed in another way than by adding to it. */
  relink(): void {
    this.#relinks++;
    this.#nodes = [];
    this.#byId = new Map();
    this.#annotations = new Map();
    this.#followed = new Map();
    this.#awaited = new Set();
    for (const head of this.#heads) this.#enter(head);
    this.#linked = this.#heads.length;
    for (const node of this.#nodes) this.#setParent(node);
    cutCycles(this.#nodes);
    for (const node of this.#nodes) if (node.parent !== null) addChild(node.parent, node);
    bridgeGaps(this.#nodes);
  }

  #enter(head: H): MutableNode<H> | undefined {
    if (isAnnotation(head.type)) {
      this.#annotations.set(head.id, head);
      return undefined;
    }
    const order = this.#nodes.length;
    const node: MutableNode<H> = {
      head,
      order,
      parent: null,
      gap: undefined,
      bridge: null,
      children: NO_CHILDREN,
    };
    this.#nodes.push(node);
    this.#byId.set(head.id, node);
    return node;
  }

  #setParent(node: MutableNode<H>): void {
    const { parentId } = node.head;
    if (parentId === null || (this.#firstIsRoot && node.order === 0)) return;
    const parent = this.#byId.get(parentId) ?? this.#follow(parentId);
    if (parent === undefined) node.gap = "missing";
    else node.parent = parent;
  }

  /** Follows annotations upwards from `id`: the node above, null for none, undefined if the way is lost. */
  #follow(id: string): MutableNode<H> | null | undefined {
    const passed = new Set<string>();
    let at: string | null = id;
    let found: MutableNode<H> | null | undefined = null;
    while (at !== null && at !== this.#headerId) {
      const annotation = this.#annotations.get(at);
      found = this.#byId.get(at) ?? this.#followed.get(at);
      if (found !== undefined || annotation === undefined || passed.has(at)) break;
      passed.add(at);
      at = annotation.parentId;
      found = null;
    }
    if (found === undefined && at !== null) this.#awaited.add(at);
    for (const annotation of passed) this.#followed.set(annotation, found);
    return found;
  }
}

function addChild<H extends EntryHead>(parent: MutableNode<H>, child: MutableNode<H>): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}
