import type { Damage } from "../../format/damage.ts";
import type { JsonObject } from "../../format/json.ts";

/** A message as opencode stores it: what it says of it, and its parts in order. */
export interface StoredMessage {
  readonly id: string;
  readonly info: JsonObject;
  readonly parts: readonly StoredPart[];
}

export interface StoredPart {
  readonly id: string;
  readonly value: JsonObject;
}

/** A record of a form that is not known. */
export interface UnknownRecord {
  readonly unknown: JsonObject;
  readonly id: string;
  readonly kind: string;
  readonly time: unknown;
}

/** One thing that a stored session holds, in order. */
export type Stored =
  | { readonly message: StoredMessage }
  | UnknownRecord
  | { readonly damage: Damage }
  | { readonly notice: string };

/** A session of opencode, wherever it is stored. */
export interface StoredSession {
  readonly id: string;
  /** In the form of its JSON files. */
  readonly info: JsonObject;
  readonly content: Iterable<Stored>;
}

/** A stored record without the ids that tell where it belongs: a database has them in columns of their own. */
export function withoutIds(record: JsonObject): JsonObject {
  const { id: _, sessionID: _session, messageID: _message, ...value } = record;
  return value;
}
