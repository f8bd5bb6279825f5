import type { JsonObject } from "../../format/json.ts";
import { text } from "./line.ts";

/** The directory a session works for. A command may change into one below it and back: that moves no session. */
export class Project {
  readonly #first: string | undefined;
  readonly #isSide: (value: JsonObject) => boolean;
  #now: string | undefined;

  constructor(cwd: string | undefined, isSide: (value: JsonObject) => boolean) {
    this.#first = cwd;
    this.#now = cwd;
    this.#isSide = isSide;
  }

  /** The directory to which a line takes the session; undefined: it stays. */
  movesTo(value: JsonObject): string | undefined {
    const cwd = value["type"] === "relocated" ? text(value, "relocatedCwd") : text(value, "cwd");
    if (cwd === undefined || this.#isSide(value) || isIn(cwd, this.#now)) return undefined;
    this.#now = isIn(cwd, this.#first) ? this.#first! : cwd;
    return this.#now;
  }
}

function isIn(folder: string, parent: string | undefined): boolean {
  if (parent === undefined || !folder.startsWith(parent)) return false;
  return ["", "/", "\\"].includes(folder.charAt(parent.length));
}
