import { deflateSync, inflateSync } from "node:zlib";
import type { SaidEntry } from "./passages.ts";
import type { ToldHash } from "./told-hash.ts";

/** Texts of entries in a row of a log that is told anew, as the index keeps them. */
export interface TextBlock {
  /** The offset of the first of them. */
  readonly first: number;
  /** Of all that is told before it. */
  readonly told: Uint8Array;
  readonly entries: Uint8Array;
}

/** Characters of a block: of one of 4,096 twice as much is left when it is packed, of a larger one more is unpacked in vain. */
const LENGTH = 1 << 15;

type Located = readonly [offset: number, entry: SaidEntry];

/** Packs the texts of a log's entries, block by block. */
export class TextPacker {
  #told: ToldHash;
  #open: Located[] = [];
  #length = 0;
  #blocks: TextBlock[] = [];

  /** @param told of a place at or before the first entry */
  constructor(told: ToldHash) {
    this.#told = told;
  }

  /** Entries come in the order of the log. */
  add(offset: number, entry: SaidEntry): void {
    this.#open.push([offset, entry]);
    this.#length += entry.passages.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#length >= LENGTH) this.#close();
  }

  /** All that was added since the last time. */
  take(): TextBlock[] {
    if (this.#open.length > 0) this.#close();
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  #close(): void {
    const [first] = this.#open[0]!;
    this.#told = this.#told.upTo(first);
    const entries = deflateSync(JSON.stringify(this.#open));
    this.#blocks.push({ first, told: this.#told.digest, entries });
    this.#open = [];
    this.#length = 0;
  }
}

/** The kept texts of many logs; of each log the last block that was asked for is at hand. */
export class KeptTexts {
  readonly #load: (log: number, offset: number) => Uint8Array | undefined;
  readonly #blocks = new Map<number, ReadonlyMap<number, SaidEntry>>();

  /** @param load gives the block of a log, by its number, that holds the entry at an offset */
  constructor(load: (log: number, offset: number) => Uint8Array | undefined) {
    this.#load = load;
  }

  /** The entry at an offset of a log; undefined: it is not kept, or not as it was. */
  entry(log: number, offset: number): SaidEntry | undefined {
    const known = this.#blocks.get(log)?.get(offset);
    if (known !== undefined) return known;
    const packed = this.#load(log, offset);
    const block = packed && unpacked(packed);
    if (block !== undefined) this.#blocks.set(log, block);
    return block?.get(offset);
  }
}

function unpacked(packed: Uint8Array): ReadonlyMap<number, SaidEntry> | undefined {
  try {
    return new Map(JSON.parse(inflateSync(packed).toString()) as Located[]);
  } catch {
    // Its checksum does not fit, as a bit of the file has flipped: the log is read instead.
    return undefined;
  }
}
