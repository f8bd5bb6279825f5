const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Half of a surrogate pair: JSON can state it, UTF-8 cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** How a text stands in a column. */
export type Packed = string | Buffer;

/** Packs any text so that exactly it comes back. */
export function packText(text: string): Packed {
  // The byte in front makes the length odd: it is not taken for a packed UUID.
  return LONE_SURROGATE.test(text) ? Buffer.concat([Buffer.of(0), Buffer.from(text, "utf16le")]) : text;
}

export function unpackText(packed: Packed): string {
  return typeof packed === "string" ? packed : packed.toString("utf16le", 1);
}

/** Packs an id: a UUID takes 16 bytes. */
export function packId(id: string): Packed {
  return id.length === 36 && UUID.test(id) ? Buffer.from(id.replaceAll("-", ""), "hex") : packText(id);
}

export function unpackId(packed: Packed): string {
  if (typeof packed === "string" || packed.length !== 16) return unpackText(packed);
  const hex = packed.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Packs a timestamp: one in the form that we write becomes a number. */
export function packTime(timestamp: string): Packed | number {
  const time = Date.parse(timestamp);
  const canonical = !Number.isNaN(time) && new Date(time).toISOString() === timestamp;
  return canonical ? time : packText(timestamp);
}

export function unpackTime(packed: Packed | number): string {
  return typeof packed === "number" ? new Date(packed).toISOString() : unpackText(packed);
}

/** Packs one of a few well-known words as its place among them. */
export function packWord(word: string, known: readonly string[]): Packed | number {
  const place = known.indexOf(word);
  return place < 0 ? packText(word) : place;
}

export function unpackWord(packed: Packed | number, known: readonly string[]): string {
  return typeof packed === "number" ? (known[packed] ?? "") : unpackText(packed);
}
