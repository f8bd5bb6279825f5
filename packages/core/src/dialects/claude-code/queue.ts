import type { JsonObject } from "../../format/json.ts";
import { resultContent } from "../anthropic/content.ts";
import { KEEPER } from "./keeper.ts";
import { text } from "./line.ts";

/** So many texts are kept to see whether one is told twice: the two lines stand close together. */
const REMEMBERED = 50;

/** What a person typed ahead. Ours is a queue whose first is taken; in Claude Code's any may be taken out. */
export class TypedAhead {
  #waiting: JsonObject[][] = [];
  /** Texts that were taken out while the model worked: an attachment may tell of each as well. */
  readonly #steered = new Set<string>();

  /** The entries of a `queue-operation` line; undefined if it says nothing that ours can. */
  take(value: JsonObject): JsonObject[] | undefined {
    const content = resultContent(value["content"], KEEPER);
    switch (text(value, "operation")) {
      case "enqueue":
        if (content.length === 0) return undefined;
        this.#waiting.push(content);
        return [queue("enqueue", content)];
      case "dequeue":
        this.#waiting.shift();
        return [queue("dequeue")];
      case "popAll":
        this.#waiting = [];
        return [queue("clear")];
      case "remove":
        return [...this.#remove(content), ...this.#steer(content)];
      default:
        return undefined;
    }
  }

  /** Whether a message has not been told so far that went to the model in the middle of its turn: now it has. */
  isNew({ content }: JsonObject): boolean {
    const key = JSON.stringify(content);
    if (this.#steered.delete(key)) return false;
    this.#steered.add(key);
    for (const oldest of this.#steered) if (this.#steered.size > REMEMBERED) this.#steered.delete(oldest);
    return true;
  }

  #remove(content: JsonObject[]): JsonObject[] {
    const key = JSON.stringify(content);
    const at = content.length === 0 ? 0 : this.#waiting.findIndex((one) => JSON.stringify(one) === key);
    if (at < 0) return [];
    this.#waiting.splice(at, 1);
    if (at === 0) return [queue("dequeue")];
    return [queue("clear"), ...this.#waiting.map((one) => queue("enqueue", one))];
  }

  /** What is taken out so goes to the model in the middle of its turn, and may stand nowhere else. */
  #steer(content: JsonObject[]): JsonObject[] {
    const message = { role: "user", content };
    return content.length > 0 && this.isNew(message) ? [{ type: "message", message }] : [];
  }
}

function queue(operation: string, content?: JsonObject[]): JsonObject {
  return { type: "queue", operation, ...(content !== undefined && { content }) };
}
