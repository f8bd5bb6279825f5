import { createHash } from "node:crypto";
import { text, type Line } from "./line.ts";

/** 48 bits tell two lines of one id apart, and a number takes a quarter of the memory of a text. */
const PRINT_BYTES = 6;

/** The lines read so far, by their ids: which come once more. */
export class SeenLines {
  readonly #prints = new Map<string, number>();

  has(uuid: string): boolean {
    return this.#prints.has(uuid);
  }

  /** Takes in a line, and tells what has its id so far: nothing, the same line, or another one, which keeps the id. */
  take({ value }: Line): "nothing" | "same" | "other" {
    const uuid = text(value, "uuid");
    if (uuid === undefined) return "nothing";
    const print = createHash("sha256").update(JSON.stringify(value)).digest().readUIntBE(0, PRINT_BYTES);
    const first = this.#prints.get(uuid);
    if (first !== undefined) return first === print ? "same" : "other";
    this.#prints.set(uuid, print);
    return "nothing";
  }
}
