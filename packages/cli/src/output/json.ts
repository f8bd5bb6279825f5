/** What JSON.stringify leaves as it is, although a terminal acts on it or a reader does not see it. */
const UNSAFE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|[\u{e0100}-\u{e01ef}]/gu;

/** One line of JSON whose text no terminal acts on. Keys stand in the order in which they were set. */
export function toJson(value: unknown): string {
  return escaped(JSON.stringify(value));
}

/** The same, indented for reading. */
export function toReadableJson(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** JSON with escapes for all that a terminal acts on: the same value. */
export function escaped(json: string): string {
  return json.replaceAll(UNSAFE, (character) => {
    // By UTF-16 unit: characters beyond the first plane become a pair of escapes.
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
