import { parseJson } from "../format/json.ts";

/** Where a member of a JSON file stands. */
export interface MemberRange {
  /** Undefined: no key stands before it. */
  readonly key: string | undefined;
  readonly index: number | undefined;
  readonly start: number;
  readonly end: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
const MAX_KEY = 1024;

/** Finds the members of the outermost value of a JSON text that is fed to it chunk by chunk; it parses none. */
export class MemberScan {
  readonly #lists: readonly string[];
  readonly #textAt: (start: number, end: number) => string;
  /** How deep the members stand that are sought now (0: before the value, -1: behind it), and the byte looked at. */
  #level = 0;
  #depth = 0;
  #key: string | undefined;
  #index: number | undefined;
  #start = -1;
  #inString = false;
  #escaped = false;
  #end = 0;
  #behind: number | undefined;

  /** `textAt` gives the text between two offsets that were fed. */
  constructor(lists: readonly string[], textAt: (start: number, end: number) => string) {
    this.#lists = lists;
    this.#textAt = textAt;
  }

  /** From where on nothing was found, as the text has not come to its end; undefined: it has. */
  get open(): number | undefined {
    if (this.#level < 0 || this.#end === 0) return undefined;
    if (this.#level === 0) return 0;
    return this.#start >= 0 ? this.#start : this.#end;
  }

  /** Where something stands behind the value; undefined: nothing does. */
  get behind(): number | undefined {
    return this.#behind;
  }

  /** The members that end in these bytes, which stand at `offset`. */
  feed(bytes: Buffer, offset: number): MemberRange[] {
    const found: MemberRange[] = [];
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (this.#inString) this.#string(byte);
      else if (!isSpace(byte)) this.#structure(byte, offset + index, found);
    }
    this.#end = offset + bytes.length;
    return found;
  }

  #string(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #structure(byte: number, at: number, found: MemberRange[]): void {
    if (this.#level < 0) {
      this.#behind ??= at;
      return;
    }
    if (this.#level === 0) {
      if (byte === OPEN || byte === OPEN_LIST) this.#begin(byte === OPEN_LIST);
      return;
    }
    if (this.#depth === this.#level && this.#atLevel(byte, at, found)) return;
    if (this.#start < 0) this.#start = at;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN || byte === OPEN_LIST) this.#depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) this.#depth--;
  }

  #begin(isList: boolean): void {
    this.#level = this.#depth = 1;
    if (isList) {
      this.#key = "";
      this.#index = 0;
    }
  }

  /** Whether the byte belongs to the structure around the members. */
  #atLevel(byte: number, at: number, found: MemberRange[]): boolean {
    if (byte === COMMA || byte === CLOSE || byte === CLOSE_LIST) {
      this.#member(at, found);
      if (byte !== COMMA) this.#close();
      return true;
    }
    if (this.#index !== undefined) return false;
    if (byte === COLON && this.#key === undefined && this.#start >= 0) {
      this.#key = keyOf(this.#textAt(this.#start, Math.min(at, this.#start + MAX_KEY)));
      this.#start = -1;
      return true;
    }
    if (byte !== OPEN_LIST || this.#start >= 0 || !this.#lists.includes(this.#key ?? "")) return false;
    this.#level = this.#depth = 2;
    this.#index = 0;
    return true;
  }

  #member(end: number, found: MemberRange[]): void {
    if (this.#start >= 0) found.push({ key: this.#key, index: this.#index, start: this.#start, end });
    this.#start = -1;
    if (this.#index === undefined) this.#key = undefined;
    else this.#index++;
  }

  #close(): void {
    this.#level = this.#depth = this.#level === 2 ? 1 : -1;
    this.#key = this.#index = undefined;
  }
}

function keyOf(text: string): string | undefined {
  const key = parseJson(text);
  return typeof key === "string" ? key : undefined;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
