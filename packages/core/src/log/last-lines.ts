import type { Entry } from "../format/entries.ts";
import type { ByteSource } from "./byte-source.ts";

/** Lines that were just appended, as the bytes of their log: what the file is known to have need not be read from it. */
export class LastLines implements ByteSource {
  readonly name: string;
  readonly at: number;
  readonly lines: Buffer;
  /** What was written, if it is a single line. */
  readonly entry: Entry | undefined;

  /** @param at where they begin; they are all that the log has from there on */
  constructor(name: string, at: number, lines: Buffer, entry?: Entry) {
    this.name = name;
    this.at = at;
    this.lines = lines;
    this.entry = entry;
  }

  size(): number {
    return this.at + this.lines.length;
  }

  read(target: Uint8Array, position: number): number {
    const from = position - this.at;
    return this.lines.copy(target, 0, from, from + target.length);
  }
}
