import { Projector } from "./projector.ts";
import type { PathEntry, Projection, ProjectOptions } from "./types.ts";

/**
 * What a model gets at the end of a path, root first: the messages in a form every API's own rules can be applied to,
 * with a list of everything that had to be repaired. Pure: the same path and options give the same bytes.
 * @throws UnansweredCallError with `tools: "strict"`, if a call has no answer
 */
export function project(path: readonly PathEntry[], options: ProjectOptions = {}): Projection {
  const projector = new Projector(options);
  for (const item of path) projector.take(item);
  return projector.projection();
}
