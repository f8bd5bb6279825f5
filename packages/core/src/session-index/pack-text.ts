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
