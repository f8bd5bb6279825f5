import { isJsonObject } from "../format/json.ts";
import { type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Piece, Turn } from "./turns.ts";

const KINDS: Readonly<Record<string, Piece["kind"]>> = {
  text: "text",
  toolUse: "call",
  toolResult: "result",
  reasoningContent: "thinking",
  image: "media",
  document: "media",
};

/** The messages with a known role, in the form of the rules that Anthropic and Bedrock share. */
export function bedrockTurns(messages: readonly Located[]): Turn[] {
  const turns: Turn[] = [];
  for (const { value, at } of messages) {
    const { role } = value;
    if (role === "user" || role === "assistant")
      turns.push({ role, at, pieces: objectsIn(value, "content", at).flatMap(pieceOf) });
  }
  return turns;
}

/** A cache mark is not part of the content, so it stands in nobody's way. */
function pieceOf(block: Located): Piece[] {
  if (isJsonObject(block.value["cachePoint"])) return [];
  const key = Object.keys(KINDS).find((name) => block.value[name] !== undefined) ?? "";
  const kind = KINDS[key] ?? "other";
  if (kind !== "call" && kind !== "result") return [{ kind, at: block.at }];
  const tool = objectIn(block.value, key, block.at);
  return tool === undefined ? [] : [{ kind, at: block.at, id: stringIn(tool.value, "toolUseId") }];
}
