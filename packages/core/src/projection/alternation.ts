import type { UserMessage } from "../format/messages.ts";
import { type Contribution, inserted } from "./contribution.ts";
import type { ProjectOptions, Repair } from "./types.ts";

/** What the user says between and behind turns of the model where a person said nothing. */
export const CONTINUE = "Continue.";

/** Never two turns of the model in a row, nor one at the end. System messages count for neither: APIs move them. */
export function keepTurnsApart(
  items: readonly Contribution[],
  ending: NonNullable<ProjectOptions["ending"]>,
  repairs: Repair[],
): Contribution[] {
  const apart: Contribution[] = [];
  let afterTurn = false;
  const insert = (where: string): void => {
    const { entryId } = apart.at(-1)!;
    apart.push(inserted(entryId, continueMessage()));
    repairs.push({ kind: "continue-inserted", entryId, detail: where });
  };
  for (const item of items) {
    const { role } = item.message;
    if (role === "assistant" && afterTurn) insert("between two turns of the model");
    apart.push(item);
    if (role !== "system") afterTurn = role === "assistant";
  }
  if (afterTurn && ending === "user") insert("behind a last turn of the model");
  return apart;
}

function continueMessage(): UserMessage {
  return { role: "user", content: [{ type: "text", text: CONTINUE }] };
}
