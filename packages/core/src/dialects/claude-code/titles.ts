import type { JsonObject } from "../../format/json.ts";
import { oneLine } from "../../format/one-line.ts";
import { text, textsOf } from "./line.ts";

const COMMAND_TITLE = 200;

/**
 * The titles of a session: what the person gave, else what the model made, else an old summary of this very session,
 * else the command that it began with.
 */
export class Titles {
  #custom: string | undefined;
  #made: string | undefined;
  #summary: string | undefined;
  #command: string | undefined;
  #isSaid = false;
  #told: string | undefined;

  /**
   * The name that a line gives the session: null takes it off, undefined: the line changes nothing.
   * @param isOwn whether a summary is of this session: most are of others
   */
  take(value: JsonObject, isOwn: (leaf: string) => boolean): string | null | undefined {
    if (value["type"] === "custom-title") this.#custom = text(value, "customTitle");
    else if (value["type"] === "ai-title") this.#made = text(value, "aiTitle");
    else if (isOwn(text(value, "leafUuid") ?? "")) this.#summary = text(value, "summary");
    return this.#change();
  }

  /** Takes what a person said or did: a session that begins with words has them as its title. */
  begin(value: JsonObject, isSaid: boolean): void {
    const all = textsOf(value);
    const [, name] = /<command-name>([^<]*)/.exec(all) ?? [];
    const [, args = ""] = /<command-args>([^<]*)/.exec(all) ?? [];
    this.#isSaid ||= isSaid;
    if (name !== undefined && !this.#isSaid) this.#command = oneLine(`${name} ${args}`, COMMAND_TITLE);
  }

  /** The name that an answer shows to be one: the command before it was one for the model. */
  answered(): string | null | undefined {
    const first = !this.#isSaid;
    this.#isSaid = true;
    if (!first || this.#command === undefined) return undefined;
    this.#summary ??= this.#command;
    return this.#change();
  }

  #change(): string | null | undefined {
    const name = this.#custom ?? this.#made ?? this.#summary;
    if (name === this.#told) return undefined;
    this.#told = name;
    return name ?? null;
  }
}
