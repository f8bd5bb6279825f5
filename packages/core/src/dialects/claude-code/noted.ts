import type { JsonObject } from "../../format/json.ts";
import { attachment } from "./attachment.ts";
import { edits } from "./edits.ts";
import { text, without } from "./line.ts";
import { TypedAhead } from "./queue.ts";
import type { Titles } from "./titles.ts";
import type { Call } from "./user.ts";

/** What a line beside the conversation becomes: nodes there, or annotations. */
export interface Noted {
  readonly nodes: readonly JsonObject[];
  readonly annotations: readonly JsonObject[];
}

/** Reads the lines that are no turns and no results: what we have no type for is carried whole. */
export class NoteReader {
  readonly #titles: Titles;
  readonly #queue = new TypedAhead();
  readonly #calls: ReadonlyMap<string, Call>;
  readonly #isOwn: (uuid: string) => boolean;
  #tag: string | undefined;

  /**
   * @param titles the titles so far
   * @param calls the calls so far
   * @param isOwn whether a line has been read so far
   */
  constructor(titles: Titles, calls: ReadonlyMap<string, Call>, isOwn: (uuid: string) => boolean) {
    this.#titles = titles;
    this.#calls = calls;
    this.#isOwn = isOwn;
  }

  read(value: JsonObject): Noted {
    const annotations = this.#annotations(value);
    if (annotations.length > 0) {
      const [first, ...others] = annotations;
      return { nodes: [], annotations: [{ ...first, claudeCode: without(value, "timestamp") }, ...others] };
    }
    return { nodes: this.#nodes(value), annotations };
  }

  #annotations(value: JsonObject): JsonObject[] {
    switch (value["type"]) {
      case "custom-title":
      case "ai-title":
      case "summary": {
        const name = this.#titles.take(value, this.#isOwn);
        return name === undefined ? [] : [{ type: "session_info", name }];
      }
      case "tag":
        return this.#tags(value);
      default:
        return [];
    }
  }

  /** A session of Claude Code's has one tag, or none. */
  #tags(value: JsonObject): JsonObject[] {
    const [before, tag] = [this.#tag, text(value, "tag")];
    if (tag === before) return [];
    this.#tag = tag;
    return [
      ...(before === undefined ? [] : [{ type: "tag", tag: before, on: false }]),
      ...(tag === undefined ? [] : [{ type: "tag", tag, on: true }]),
    ];
  }

  #nodes(value: JsonObject): JsonObject[] {
    const { type } = value;
    if (type === "attachment") {
      const told = attachment(value);
      const twice = told?.["type"] === "message" && !this.#queue.isNew(told["message"] as JsonObject);
      return [told === undefined || twice ? carried(value) : { ...told, claudeCode: around(value) }];
    }
    if (type === "queue-operation") {
      const [first, ...others] = this.#queue.take(value) ?? [];
      return first === undefined ? [carried(value)] : [{ ...first, claudeCode: around(value) }, ...others];
    }
    return [carried(value), ...edits(value, this.#calls)];
  }
}

/** A line that our format has no words for. */
export function carried(value: JsonObject): JsonObject {
  const kind = text(value, "type") ?? "untyped";
  const inner = value["attachment"] as JsonObject | null | undefined;
  const more = value["subtype"] ?? (kind === "attachment" ? inner?.["type"] : undefined);
  const customType = `claude-code:${kind}${typeof more === "string" ? `/${more}` : ""}`;
  return { type: "custom", customType, data: value };
}

function around(value: JsonObject): JsonObject {
  return without(value, "type", "uuid", "timestamp");
}
