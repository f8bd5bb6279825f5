import { objectIn, objectsIn, textIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";

/** A text as an event tells it. */
export interface Echo {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Of the event's line. */
  readonly id: string;
  readonly timestamp: string;
}

/** So many are remembered at most. */
const MOST = 16;

/**
 * Codex writes each text twice: as an item, which is what the model gets, and as an event. The event counts only where
 * damage took the item: no item of that role stands between two items of the other, but broken bytes do.
 */
export class Echoes {
  #heard: Echo[] = [];
  #said = false;
  #damaged = false;
  readonly #role: Echo["role"];

  constructor(role: Echo["role"]) {
    this.#role = role;
  }

  /** Bytes were broken. */
  damage(): void {
    this.#damaged = true;
  }

  /** An event told a text. */
  hear(told: Echo): void {
    if (told.role === this.#role && this.#heard.length < MOST) this.#heard.push(told);
  }

  /** An item of this role told one. */
  say(): void {
    this.#said = true;
  }

  /** The other role begins to speak: gives the texts whose items are lost. */
  end(): readonly Echo[] {
    const lost = this.#damaged && !this.#said ? this.#heard : [];
    this.#heard = [];
    this.#said = false;
    this.#damaged = false;
    return lost;
  }
}

/** The text that an event repeats, of whatever era; undefined: it repeats none. */
export function echoIn(event: JsonObject): Pick<Echo, "role" | "text"> | undefined {
  switch (event["type"]) {
    case "user_message":
      return echo("user", textIn(event, "message"));
    case "agent_message":
      return echo("assistant", textIn(event, "message"));
    case "item_completed": {
      const item = objectIn(event, "item");
      const role = ITEM_ROLES[String(item["type"])];
      const text = objectsIn(item, "content").flatMap((part) => textIn(part, "text") ?? []);
      return role && echo(role, text.join("\n"));
    }
    default:
      return undefined;
  }
}

const ITEM_ROLES: Readonly<Record<string, Echo["role"]>> = { UserMessage: "user", AgentMessage: "assistant" };

function echo(role: Echo["role"], text: string | undefined): Pick<Echo, "role" | "text"> | undefined {
  return text === undefined || text === "" ? undefined : { role, text };
}
