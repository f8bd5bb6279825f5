import type { Entry } from "../format/entries.ts";
import { isTooDeep, MAX_DEPTH } from "../format/depth.ts";
import type { EntryHead } from "../format/head.ts";
import { parseObject, type JsonObject } from "../format/json.ts";
import { validateEntry } from "../format/validate.ts";
import type { LogRules } from "./log-rules.ts";

/** An entry in current native form; `problem` says why its body contributes nothing. */
export interface DecodedEntry {
  readonly entry: Entry;
  readonly problem: string | undefined;
}

/** Decodes one record. Never throws: a broken body leaves the envelope and a `problem`. */
export function decodeEntry(
  rules: LogRules,
  head: EntryHead & { readonly version: number },
  bytes: Buffer,
  parsed?: JsonObject,
): DecodedEntry {
  const value = parsed ?? parseObject(bytes.toString("utf8"));
  if (value === undefined) return { entry: bareEntry(head), problem: "its line is no JSON object" };
  if (isTooDeep(value)) return { entry: bareEntry(head), problem: `nested deeper than ${MAX_DEPTH} levels` };
  const own = rules.adopt?.(value) ?? value;
  const entry = withEnvelope(rules.decode(own, head, head.version), head);
  const issues = validateEntry(entry);
  return { entry: entry as Entry, problem: issues.length === 0 ? undefined : issues.join("; ") };
}

/** The envelope decides, so it goes first and over what the body says. */
function withEnvelope(value: JsonObject, head: EntryHead): JsonObject {
  const { id: ownId, parentId: ownParent } = value;
  const isItself =
    ownId === head.id && ownParent === head.parentId && "type" in value && "timestamp" in value;
  if (isItself) return value;
  const { type = head.type, timestamp = head.timestamp ?? "", ...rest } = value;
  const { id, parentId } = head;
  return { type, ...rest, id, parentId, timestamp };
}

function bareEntry({ type, id, parentId, timestamp = "" }: EntryHead): Entry {
  return { type, id, parentId, timestamp };
}
