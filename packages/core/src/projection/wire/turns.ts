import { isText, toBlocks } from "../../format/blocks.ts";
import type {
  AssistantMessage,
  ImageBlock,
  Message,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResultMessage,
} from "../../format/messages.ts";
import type { Projection } from "../types.ts";

/** What a user or a tool says. */
export type SpokenBlock = TextBlock | ImageBlock;
/** What a model says. */
export type ModelBlock = TextBlock | ThinkingBlock | ToolCallBlock;

/** Where a turn comes from. */
interface Source {
  readonly entryId: string;
  readonly timestamp: string;
}

export interface SystemTurn extends Source {
  readonly role: "system";
  readonly text: string;
}

export interface UserTurn extends Source {
  readonly role: "user";
  readonly content: readonly SpokenBlock[];
}

/** A turn of the model with the results of its calls, one for each, in order. */
export interface ModelTurn extends Source {
  readonly role: "assistant";
  readonly message: AssistantMessage;
  readonly prefixIntact: boolean;
  readonly content: readonly ModelBlock[];
  readonly results: readonly ToolResultMessage[];
}

export type Turn = SystemTurn | UserTurn | ModelTurn;

/** The messages of a projection as turns: the results of a turn's calls belong to the turn. */
export function gatherTurns({ messages, provenance, timestamps, prefixIntact }: Projection): Turn[] {
  const turns: Turn[] = [];
  let results: ToolResultMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "toolResult") {
      results.push(message);
      continue;
    }
    const entryId = provenance[index]!;
    const timestamp = timestamps[index]!;
    if (message.role === "assistant") {
      results = [];
      const content = toBlocks(message.content) as readonly ModelBlock[];
      const intact = prefixIntact[index]!;
      turns.push({ role: "assistant", entryId, timestamp, message, prefixIntact: intact, content, results });
    } else if (message.role === "system")
      turns.push({ role: "system", entryId, timestamp, text: textIn(message) });
    else turns.push({ role: "user", entryId, timestamp, content: spokenBlocks(message) });
  }
  return turns;
}

/** The text and images of a message of a projection, which holds nothing else in it. */
export function spokenBlocks({ content }: Message): readonly SpokenBlock[] {
  return toBlocks(content) as readonly SpokenBlock[];
}

function textIn(message: Message): string {
  const texts = spokenBlocks(message).filter(isText);
  return texts.map(({ text }) => text).join("\n\n");
}
