import { isJsonObject, type JsonObject } from "./json.ts";
import { SECRETS } from "./secrets.ts";

/**
 * Puts a constant marker in place of keys and tokens, and counts them. The same text gives the same text; what is
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
      redacted = redacted.replaceAll(pattern, () => {
        this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
        return `[redacted:${kind}]`;
      });
    }
    return redacted;
  }

  /** A JSON value with all texts in it redacted, however deep, and the names of fields too. */
  value<T>(value: T): T;
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item as unknown));
    return isJsonObject(value) ? this.#object(value) : value;
  }

  #object(value: JsonObject): JsonObject {
    const fields = new Map<string, unknown>();
    for (const [key, field] of Object.entries(value)) {
      let name = this.text(key);
      // Two names may have become one.
      while (fields.has(name)) name += "_";
      fields.set(name, this.value(field));
    }
    return Object.fromEntries(fields);
  }
}
