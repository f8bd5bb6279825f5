import { keepTurnsApart } from "./alternation.ts";
import { findContext } from "./context.ts";
import { inserted } from "./contribution.ts";
import { readContext } from "./read-context.ts";
import { staleReminder, staleSince } from "./stale.ts";
import { stateAt } from "./state.ts";
import { pairTools } from "./tool-pairing.ts";
import type { Hint, PathEntry, Projection, ProjectOptions, Repair } from "./types.ts";

/**
 * What a model gets at the end of a path, root first: the messages in a form every API's own rules can be applied to,
 * with a list of everything that had to be repaired. Pure: the same path and options give the same bytes.
 * @throws UnansweredCallError with `tools: "strict"`, if a call has no answer
 */
export function project(path: readonly PathEntry[], options: ProjectOptions = {}): Projection {
  const { tools = "synthesize", bridge = true, ending = "user", custom, staleAfter } = options;
  const walked = bridge
    ? path
    : path.slice(
        Math.max(
          0,
          path.findLastIndex(({ gap }) => gap === true),
        ),
      );
  const repairs: Repair[] = [];
  const hints: Hint[] = [];
  const context = findContext(walked, repairs);
  const read = readContext(walked, context, custom, repairs);
  const items = keepTurnsApart(pairTools(read, tools, repairs), ending, repairs);
  const last = items.at(-1);
  if (last === undefined || !items.some(({ message }) => message.role !== "system")) {
    hints.push({ kind: "empty-context", detail: "there is no message to send" });
  } else {
    const since = staleSince(walked, last.entryId, staleAfter);
    if (since !== undefined) {
      items.push(inserted(last.entryId, staleReminder()));
      hints.push({ kind: "stale", detail: `the last message is from ${since}` });
    }
  }
  const { model, thinkingLevel, queue } = stateAt(walked);
  return {
    messages: items.map(({ message }) => message),
    provenance: items.map(({ entryId }) => entryId),
    model,
    thinkingLevel,
    queue,
    hints,
    repairs,
  };
}
