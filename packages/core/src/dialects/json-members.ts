import type { Damage, DamageKind } from "../format/damage.ts";
import { isTooDeep } from "../format/depth.ts";
import { parseJson } from "../format/json.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { type MemberRange, MemberScan } from "./member-scan.ts";

/** A member of the outermost object of a file, or an element of one of its lists. */
export type JsonMember =
  | {
      /** "" for the elements of a file that is one list. */
      readonly key: string;
      /** The place in its list; undefined: the member itself. */
      readonly index: number | undefined;
      readonly value: unknown;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly damage: Damage };

const CHUNK = 1 << 20;

/** As long as a line may be: no message is, and it must not fill the memory. */
const MAX_MEMBER = 256 << 20;

/**
 * Reads a file that is one JSON value, member by member: the outermost object's, and of those named in `lists` element by
 * element. So a large file needs memory for its largest element only, and one cut short loses no more than the last.
 */
export function* jsonMembers(source: ByteSource, lists: readonly string[]): Generator<JsonMember> {
  const scan = new MemberScan(lists, (start, end) => bytesAt(source, start, end).toString("utf8"));
  const size = source.size();
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size, 1)));
  let at = 0;
  while (at < size) {
    const count = source.read(chunk.subarray(0, Math.min(chunk.length, size - at)), at);
    if (count === 0) break;
    for (const range of scan.feed(chunk.subarray(0, count), at)) yield memberAt(source, range);
    at += count;
  }
  const { open, behind } = scan;
  if (behind !== undefined) yield damageAt(behind, at - behind, "not-json", "something behind the value");
  if (open !== undefined) yield damageAt(open, at - open, "torn-tail", "the file ends before its value does");
}

function memberAt(source: ByteSource, { key, index, start, end }: MemberRange): JsonMember {
  const length = end - start;
  if (length > MAX_MEMBER) return damageAt(start, length, "too-long", "longer than any entry");
  const value = parseJson(bytesAt(source, start, end).toString("utf8"));
  if (value === undefined || key === undefined) return damageAt(start, length, "not-json", "no JSON value");
  if (isTooDeep(value)) return damageAt(start, length, "no-entry", "nested too deep");
  return { key, index, value, offset: start, length };
}

function bytesAt(source: ByteSource, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  return bytes.subarray(0, source.read(bytes, start));
}

function damageAt(offset: number, length: number, kind: DamageKind, detail: string): JsonMember {
  return { damage: { offset, length, kind, detail } };
}
