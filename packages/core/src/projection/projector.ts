import { changesContext, ProjectionPass } from "./projection-pass.ts";
import type { PathEntry, Projection, ProjectOptions } from "./types.ts";

/**
 * Projects a path that grows: an entry costs the same however long the path is. Only a compaction, an edit, or a gap
 * that is not to be bridged begins anew. An open session does the same by itself.
 */
export class Projector {
  readonly #options: ProjectOptions;
  #path: PathEntry[] = [];
  #pass: ProjectionPass | undefined;

  constructor(options: ProjectOptions = {}) {
    this.#options = options;
  }

  /** Takes the next entry of the path, root first. */
  take(item: PathEntry): void {
    const pass = changesContext(item, this.#options) ? undefined : this.#pass;
    if (this.#options.bridge === false && item.gap === true) this.#path = [];
    this.#path.push(item);
    // Forgotten meanwhile: a pass that throws has stopped halfway.
    this.#pass = undefined;
    pass?.take(item);
    this.#pass = pass;
  }

  /**
   * What a model gets at the end of the path as it is now.
   * @throws UnansweredCallError with `tools: "strict"`, if a call has no answer
   */
  projection(): Projection {
    this.#pass ??= new ProjectionPass(this.#path, this.#options);
    return this.#pass.projection();
  }
}
