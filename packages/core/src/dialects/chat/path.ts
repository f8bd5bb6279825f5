import { createHash } from "node:crypto";
import type { Entry } from "../../format/entries.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Told } from "../translation.ts";
import { ChatCalls } from "./calls.ts";
import { isChatMessage, readChatMessage } from "./messages.ts";

type Fields = { readonly type: string } & JsonObject;

/**
 * A history without ids, told as one path. The id of each entry comes from its content and all before it: so a history
 * that goes on tells the same entries and then more.
 */
export class ChatPath {
  readonly #dialect: string;
  readonly #calls = new ChatCalls();
  #last: string | null = null;
  #chain = "";

  constructor(dialect: string) {
    this.#dialect = dialect;
  }

  /** A chat message; anything else is carried. */
  *tell(value: JsonObject): Generator<Told> {
    if (!isChatMessage(value)) return yield* this.carry(value, "line");
    const messages = readChatMessage(value, this.#calls, this.#dialect, timeKey(value));
    yield* this.add(
      value,
      messages.map((message) => ({ type: "message", message })),
    );
  }

  /** What has no place in our form, whole. */
  *carry(value: JsonObject, kind: string): Generator<Told> {
    yield* this.add(value, [{ type: "custom", customType: `${this.#dialect}:${kind}`, data: value }]);
  }

  /** Entries that stand for `value`, at the end of the path. */
  *add(value: JsonObject, entries: readonly Fields[]): Generator<Told> {
    this.#chain = createHash("sha256").update(this.#chain).update(JSON.stringify(value)).digest("hex");
    const timestamp = timeOf(value[timeKey(value) ?? ""]) ?? "";
    for (const [index, { type, ...fields }] of entries.entries()) {
      const id: string = `${this.#chain.slice(0, 24)}${index === 0 ? "" : `-${index}`}`;
      yield { entry: { type, id, parentId: this.#last, timestamp, ...fields } as Entry };
      this.#last = id;
    }
  }
}

function timeKey(value: JsonObject): string | undefined {
  return ["ts", "timestamp", "created_at"].find((key) => timeOf(value[key]) !== undefined);
}

/** Below it a number counts seconds, above it milliseconds: both mean a day of this age. */
const SECONDS = 1e11;

/** A time as ISO 8601; undefined for what is none. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const time = new Date(typeof value === "number" && value < SECONDS ? value * 1000 : value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
