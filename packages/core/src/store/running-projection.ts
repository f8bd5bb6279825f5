import { changesContext, ProjectionPass } from "../projection/projection-pass.ts";
import type { PathEntry, Projection, ProjectOptions } from "../projection/types.ts";
import type { LocatedHead } from "../log/log-map.ts";
import type { TreeNode } from "../tree/node.ts";
import { above } from "../tree/path.ts";
import type { SessionLog } from "./session-log.ts";

type Node = TreeNode<LocatedHead>;

/** Keeps the projection of a branch going: what is appended under it is read, not the branch again. */
export class RunningProjection {
  #pass: ProjectionPass | undefined;
  #options: ProjectOptions = {};
  /** The node that the pass has come to; linking the tree anew makes new nodes. */
  #node: Node | undefined;

  /** @throws UnansweredCallError with `tools: "strict"`, if a call has no answer */
  at(log: SessionLog, id: string | null, options: ProjectOptions): Projection {
    const node = id === null ? undefined : (log.tree.nodeAt(id) ?? undefined);
    const pass =
      this.#resume(log, node, options) ?? new ProjectionPass(log.contextPath(id, options.bridge), options);
    this.#pass = pass;
    this.#options = options;
    this.#node = node;
    return pass.projection();
  }

  /** The pass of the last time, gone on to a node; undefined if it cannot. */
  #resume(log: SessionLog, node: Node | undefined, options: ProjectOptions): ProjectionPass | undefined {
    const pass = this.#pass;
    // Forgotten meanwhile: a pass that throws has stopped halfway.
    this.#pass = undefined;
    if (pass === undefined || !isSame(options, this.#options)) return undefined;
    const added = this.#added(log, node, options);
    if (added === undefined) return undefined;
    for (const item of added) pass.take(item);
    return pass;
  }

  /** What the branch has got since; undefined if it is another one, or something before it has changed. */
  #added(log: SessionLog, node: Node | undefined, options: ProjectOptions): PathEntry[] | undefined {
    const nodes: Node[] = [];
    for (let at: Node | null | undefined = node; at !== this.#node; at = above(at, options.bridge ?? true)) {
      if (at === null || at === undefined) return undefined;
      nodes.push(at);
    }
    const added = nodes.reverse().map((one) => log.onPath(one, nodes));
    return added.some((item) => changesContext(item, options)) ? undefined : added;
  }
}

function isSame(one: ProjectOptions, other: ProjectOptions): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof ProjectOptions)[]);
  return [...keys].every((key) => one[key] === other[key]);
}
