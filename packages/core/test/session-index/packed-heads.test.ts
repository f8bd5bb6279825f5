import fc from "fast-check";
import { expect, it } from "vitest";
import type { LocatedHead } from "../../src/log/log-map.ts";
import { packedId, packHeads, unpackHeads } from "../../src/session-index/packed-heads.ts";

/** What a log may state: also half of a surrogate pair. */
const text = fc.oneof(
  fc.constantFrom("a", "b", "é\u2028", "\ud800", "019b76da-1234-7abc-8def-0123456789ab"),
  fc.uuid(),
  fc.string({ unit: "binary" }),
);
const maybe = (value: fc.Arbitrary<string>) => fc.oneof(value, fc.constantFrom(null, undefined));

const heads = fc
  .uniqueArray(
    fc.record({
      id: text,
      parentId: fc.option(text),
      type: fc.oneof(fc.constantFrom("message", "leaf", ""), text),
      role: fc.option(fc.oneof(fc.constantFrom("user", "toolResult"), text), { nil: undefined }),
      timestamp: fc.option(fc.oneof(fc.constantFrom("2026-01-01T00:00:00.000Z", "😀"), text), {
        nil: undefined,
      }),
      targetId: maybe(text),
      label: maybe(text),
      keptId: maybe(text),
      gap: fc.oneof(
        fc.nat(9),
        fc.maxSafeNat().map((n) => Math.floor(n / 64)),
      ),
      length: fc.nat(),
      version: fc.constantFrom(1, 2, 2.5, 1e300),
      stated: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 40 },
  )
  .map((all) => {
    let end = 0;
    return all.map(({ gap, ...head }): LocatedHead => {
      const offset = end + gap;
      end = offset + head.length;
      return { ...head, offset };
    });
  });

it("gives back exactly the heads that were packed, and the range of their ids", () => {
  fc.assert(
    fc.property(heads, (all) => {
      const { bytes, least, greatest } = packHeads(all);
      expect(unpackHeads(bytes)).toEqual(all);
      for (const { id } of all) {
        const packed = packedId(id);
        expect(bytes.includes(packed)).toBe(true);
        expect(least.compare(packed) <= 0 && packed.compare(greatest) <= 0).toBe(true);
      }
    }),
  );
});

it("takes about 32 bytes for the head of a UUID that follows another", () => {
  const id = (n: number): string => `019b76da-1234-7abc-8def-0123456789${String(n).padStart(2, "0")}`;
  const all = Array.from({ length: 50 }, (_, n): LocatedHead => ({
    id: id(n),
    parentId: n === 0 ? null : id(n - 1),
    type: "message",
    role: "user",
    timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1234).toISOString(),
    targetId: undefined,
    label: undefined,
    keptId: undefined,
    offset: n * 2000,
    length: 1999,
    version: 2,
    stated: true,
  }));
  expect(packHeads(all).bytes.length / all.length).toBeLessThan(36);
});
