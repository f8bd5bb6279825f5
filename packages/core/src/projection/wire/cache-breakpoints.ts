import { CONTINUE } from "../alternation.ts";
import { STALE_REMINDER } from "../stale.ts";

/** Anthropic and Bedrock take no more in one request. */
const MOST = 4;

/** Where cache breakpoints go. */
export interface Breakpoints {
  readonly system: boolean;
  /** The places of blocks; each breakpoint covers everything up to its block. */
  readonly blocks: readonly { readonly message: number; readonly block: number }[];
}

interface AnyMessage {
  readonly role: string;
  readonly content: readonly object[];
}

/** Places up to `count` breakpoints: on the system prompt, then on the last user messages, at their last stable block. */
export function breakpoints(count = 0, hasSystem: boolean, messages: readonly AnyMessage[]): Breakpoints {
  let left = Math.min(count, MOST);
  const system = hasSystem && left > 0;
  if (system) left--;
  const blocks: { message: number; block: number }[] = [];
  for (let message = messages.length - 1; message >= 0 && left > 0; message--) {
    const { role, content } = messages[message]!;
    if (role !== "user") continue;
    const block = content.findLastIndex((one) => !isClosing(one));
    if (block < 0) continue;
    blocks.push({ message, block });
    left--;
  }
  return { system, blocks };
}

/** Texts of the projection's own at the end, which the next projection may not have. */
function isClosing(block: object): boolean {
  const { text } = block as { text?: unknown };
  return text === CONTINUE || text === STALE_REMINDER;
}
