import { isBlank } from "./blank-text.ts";
import type { Turn } from "./turns.ts";

/**
 * Takes the system messages out of a history that go into the prompt: those at the start, or all of them. A later one
 * changes what all turns before it were made behind: `changedUntil` is its place, -1 if there is none.
 */
export function takeSystem(
  given: string | undefined,
  turns: readonly Turn[],
  inPlace: boolean,
): { readonly system: string[]; readonly rest: Turn[]; readonly changedUntil: number } {
  const system = given === undefined || isBlank(given) ? [] : [given];
  const rest: Turn[] = [];
  let changedUntil = -1;
  for (const turn of turns) {
    if (turn.role !== "system") rest.push(turn);
    else if (isBlank(turn.text)) continue;
    else if (inPlace && rest.length > 0) rest.push(turn);
    else {
      system.push(turn.text);
      changedUntil = rest.length - 1;
    }
  }
  return { system, rest, changedUntil };
}
