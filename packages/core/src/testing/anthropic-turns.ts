import { has, type Located, objectsIn, stringIn } from "./located.ts";
import type { Piece, Turn } from "./turns.ts";

const KINDS: Readonly<Record<string, Piece["kind"]>> = {
  text: "text",
  tool_use: "call",
  tool_result: "result",
  thinking: "thinking",
  redacted_thinking: "thinking",
  image: "media",
  document: "media",
};

/** The messages of the user and the model; system messages are not part of the exchange. */
export function anthropicTurns(messages: readonly Located[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const { role } = message.value;
    if (role === "user" || role === "assistant")
      turns.push({ role, at: message.at, pieces: piecesOf(message) });
  }
  return turns;
}

function piecesOf({ value, at }: Located): Piece[] {
  if (typeof value["content"] === "string") return [{ kind: "text", at: `${at}.content` }];
  return objectsIn(value, "content", at).map((block) => {
    const kind = KINDS[stringIn(block.value, "type")] ?? "other";
    const id = idOf(block, kind);
    return id === undefined ? { kind, at: block.at } : { kind, at: block.at, id };
  });
}

function idOf({ value }: Located, kind: Piece["kind"]): string | undefined {
  if (kind === "call" && has(value, "id")) return stringIn(value, "id");
  return kind === "result" && has(value, "tool_use_id") ? stringIn(value, "tool_use_id") : undefined;
}
