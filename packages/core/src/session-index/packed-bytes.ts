const DASH = 0x2d;
const NO_DIGIT = 16;

/** What a character code is worth as a hexadecimal digit. */
const DIGITS: readonly number[] = Array.from({ length: 0x67 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code));
  return value < 0 ? NO_DIGIT : value;
});

/** The size of a text twice, and one more if it is in UTF-16: so no text has this one. */
const UUID = 1;

/** Numbers, texts and ids as bytes, one behind the other. */
export class PackedWriter {
  #bytes = Buffer.allocUnsafe(4096);
  length = 0;

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2 ** 53, seven bits to a byte. */
  count(value: number): void {
    this.#room(8);
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#bytes[this.length++] = (rest % 0x80) | 0x80;
    this.#bytes[this.length++] = rest;
  }

  /** Any text, also one with half of a surrogate pair, which UTF-8 cannot hold. */
  text(text: string): void {
    const encoding = text.isWellFormed() ? "utf8" : "utf16le";
    const size = Buffer.byteLength(text, encoding);
    this.count(size * 2 + (encoding === "utf8" ? 0 : 1));
    this.#room(size);
    this.length += this.#bytes.write(text, this.length, encoding);
  }

  /** Any text; a UUID takes 17 bytes. */
  id(id: string): void {
    if (!this.#uuid(id)) this.text(id);
  }

  /** What was packed from there on; valid until more is. */
  bytes(from = 0): Buffer {
    return this.#bytes.subarray(from, this.length);
  }

  #uuid(id: string): boolean {
    if (id.length !== 36) return false;
    this.#room(17);
    let at = this.length;
    this.#bytes[at++] = UUID;
    // Digit by digit: a fifth of the time that `Buffer.write` takes for its five parts.
    for (let index = 0; index < 36; index++) {
      if (index === 8 || index === 13 || index === 18 || index === 23) {
        if (id.charCodeAt(index) !== DASH) return false;
        continue;
      }
      const high = DIGITS[id.charCodeAt(index++)] ?? NO_DIGIT;
      const low = DIGITS[id.charCodeAt(index)] ?? NO_DIGIT;
      if ((high | low) >= NO_DIGIT) return false;
      this.#bytes[at++] = (high << 4) | low;
    }
    this.length = at;
    return true;
  }

  #room(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + bytes));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Reads what a {@link PackedWriter} packed. */
export class PackedReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++]!;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  text(): string {
    return this.#textOf(this.count());
  }

  id(): string {
    const size = this.count();
    if (size !== UUID) return this.#textOf(size);
    const hex = this.#bytes.toString("hex", this.#at, (this.#at += 16));
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  #textOf(size: number): string {
    const from = this.#at;
    this.#at += Math.floor(size / 2);
    return this.#bytes.toString(size % 2 === 0 ? "utf8" : "utf16le", from, this.#at);
  }
}
