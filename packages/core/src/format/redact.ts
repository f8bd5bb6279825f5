import { isJsonObject, type JsonObject } from "./json.ts";
import { SECRETS } from "./secrets.ts";

/**
 * What links entries, messages and calls, in our form and in those that are exported: with the same marker in place of
 * several, a result would answer another call.
 */
const IDS: ReadonlySet<string> = new Set(
  (
    "id parentId targetId firstKeptEntryId fromId toolCallId parentSession forkedFrom " +
    "uuid parentUuid sessionId tool_use_id tool_call_id call_id"
  ).split(" "),
);

/** What tools were given and gave: an `id` in there is theirs, and links nothing. */
const OF_TOOLS: ReadonlySet<string> = new Set(["input", "arguments", "args", "details"]);

/**
 * Puts a constant marker in place of keys and tokens, and counts them. Ids of what has a type or a role stay. The same text gives the same text; what is
 * redacted already stays as it is.
 */
export class Redactor {
  readonly #counts = new Map<string, number>();

  /** How many were replaced, by kind. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  text(text: string): string {
    let redacted = text;
    for (const { kind, pattern } of SECRETS) {
      redacted = redacted.replaceAll(pattern, (_, before: unknown) => {
        this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
        return `${typeof before === "string" ? before : ""}[redacted:${kind}]`;
      });
    }
    return redacted;
  }

  /** A JSON value with all texts in it redacted, however deep, and the names of fields too. */
  value<T>(value: T): T;
  value(value: unknown): unknown {
    return this.#value(value, true);
  }

  #value(value: unknown, mayLink: boolean): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item, mayLink));
    return isJsonObject(value) ? this.#object(value, mayLink) : value;
  }

  #object(value: JsonObject, mayLink: boolean): JsonObject {
    const fields = new Map<string, unknown>();
    const isNamed = mayLink && (typeof value["type"] === "string" || typeof value["role"] === "string");
    for (const [key, field] of Object.entries(value)) {
      if (isNamed && IDS.has(key) && typeof field === "string") {
        fields.set(key, field);
        continue;
      }
      let name = this.text(key);
      // Two names may have become one.
      while (fields.has(name)) name += "_";
      fields.set(name, this.#value(field, mayLink && !OF_TOOLS.has(key)));
    }
    return Object.fromEntries(fields);
  }
}
