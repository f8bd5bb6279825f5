import { changesContext, ProjectionPass } from "../projection/projection-pass.ts";
import type { PathEntry, Projection, ProjectOptions } from "../projection/types.ts";
import type { SessionLog } from "./session-log.ts";

/** Keeps the projection of a branch going: what is appended under it is read, not the branch again. */
export class RunningProjection {
  #pass: ProjectionPass | undefined;
  #options: ProjectOptions = {};
  /** The node that the pass has come to; null: none. */
  #node: string | null = null;
  #linking = 0;

  /** @throws UnansweredCallError with `tools: "strict"`, if a call has no answer */
  at(log: SessionLog, id: string | null, options: ProjectOptions): Projection {
    const node = id === null ? null : (log.nodeAt(id)?.id ?? null);
    const pass =
      this.#resume(log, node, options) ?? new ProjectionPass(log.contextPath(node, options.bridge), options);
    this.#pass = pass;
    this.#options = options;
    this.#node = node;
    this.#linking = log.linking;
    return pass.projection();
  }

  /** The pass of the last time, gone on to a node; undefined if it cannot. */
  #resume(log: SessionLog, node: string | null, options: ProjectOptions): ProjectionPass | undefined {
    const pass = this.#pass;
    // Forgotten meanwhile: a pass that throws has stopped halfway.
    this.#pass = undefined;
    if (pass === undefined || log.linking !== this.#linking || !isSame(options, this.#options))
      return undefined;
    const added = this.#added(log, node, options);
    if (added === undefined) return undefined;
    for (const item of added) pass.take(item);
    return pass;
  }

  /** What the branch has got since; undefined if it is another one, or something before it has changed. */
  #added(log: SessionLog, node: string | null, options: ProjectOptions): PathEntry[] | undefined {
    const added = log.pathBehind(this.#node, node, options.bridge);
    return added?.some((item) => changesContext(item, options)) ? undefined : added;
  }
}

function isSame(one: ProjectOptions, other: ProjectOptions): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof ProjectOptions)[]);
  return [...keys].every((key) => one[key] === other[key]);
}
