import { cleanLine } from "./sanitize.ts";

/** Gives the short form of an id, safe to print. */
export type ShortId = (id: string) => string;

const SHORTEST = 8;

/** Not 9: there a UUID has a hyphen, which a double click does not select. */
const PREFIX_LENGTHS = [SHORTEST, 10, 11, 12, 13];

/** Short ids of the sessions shown together: the shortest unique prefix of 8 to 13 characters, else the end. */
export function shortSessionIds(ids: readonly string[]): ShortId {
  const known = [...new Set(ids)];
  const short = new Map<string, string>();
  for (const length of PREFIX_LENGTHS) {
    const open = short.size === 0 ? known : known.filter((id) => !short.has(id));
    if (open.length === 0) break;
    for (const id of uniquelyCut(open, (whole) => whole.slice(0, length))) short.set(id, id.slice(0, length));
  }
  const ends = shortEnds(known.filter((id) => !short.has(id)));
  return (id) =>
    cleanLine(id.length <= SHORTEST ? id : (short.get(id) ?? ends.get(id) ?? id.slice(-SHORTEST)));
}

/** Short ids of the entries shown together: the last 8 characters, or as many as tell them apart. */
export function shortEntryIds(ids: readonly string[]): ShortId {
  const ends = shortEnds([...new Set(ids)]);
  return (id) => cleanLine(ends.get(id) ?? id.slice(-SHORTEST));
}

/**
 * Ids whose last characters no other entry of their session has: UUIDs of versions 4 and 7, and those that are derived.
 * Older UUIDs end with the machine, and a host may count in as many digits.
 */
const RANDOM_END = /(?:-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|^(?:v1-[0-9a-f]{16}|[0-9a-f]{24}))$/i;

/** The short id of one entry, whatever others its session has: to know them, each log would have to be read whole. */
export function shortEntryId(id: string): string {
  return cleanLine(RANDOM_END.test(id) ? id.slice(-SHORTEST) : id);
}

function shortEnds(ids: readonly string[]): Map<string, string> {
  const short = new Map<string, string>();
  let open = ids;
  for (let length = SHORTEST; open.length > 0; length++) {
    for (const id of uniquelyCut(open, (whole) => whole.slice(-length))) short.set(id, id.slice(-length));
    for (const id of open) if (id.length <= length) short.set(id, id);
    open = open.filter((id) => !short.has(id));
  }
  return short;
}

/** The ids whose cut form no other of them has. */
function uniquelyCut(ids: readonly string[], cut: (id: string) => string): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(cut(id), (counts.get(cut(id)) ?? 0) + 1);
  return ids.filter((id) => counts.get(cut(id)) === 1);
}
