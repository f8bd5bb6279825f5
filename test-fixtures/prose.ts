import type { Random } from "./random.ts";

/** One class of text lengths: `share` tells how often it is drawn, in proportion to the others. */
export interface LengthShare {
  readonly share: number;
  /** Texts of this class have 1 to `longest` characters. */
  readonly longest: number;
}

const WORDS =
  "the a rain wind cloud test file cache fails passes reads writes café 東京 ☂ when before after every line of in with".split(
    " ",
  );

const PROSE_LENGTH = 1 << 16;

/** Text of random length. Long texts are cut from one prose, as making each of words would take most of the time. */
export class Prose {
  readonly #random: Random;
  readonly #lengths: readonly LengthShare[];
  readonly #prose: string;
  readonly #shares: number;

  constructor(random: Random, lengths: readonly LengthShare[]) {
    this.#random = random;
    this.#lengths = lengths;
    this.#shares = lengths.reduce((sum, { share }) => sum + share, 0);
    let prose = "";
    while (prose.length < PROSE_LENGTH) prose += random.pick(WORDS) + (random.below(12) === 0 ? ".\n" : " ");
    this.#prose = prose;
  }

  text(): string {
    let left = 1 + this.#random.below(this.#longest());
    let text = "";
    while (left > 0) {
      const from = this.#random.below(PROSE_LENGTH);
      const part = this.#prose.slice(from, from + left);
      text += part;
      left -= part.length;
    }
    return text;
  }

  #longest(): number {
    let drawn = this.#random.next() * this.#shares;
    for (const { share, longest } of this.#lengths) {
      drawn -= share;
      if (drawn < 0) return longest;
    }
    return 1;
  }
}
