import fc from "fast-check";
import { expect, test } from "vitest";
import { Spool } from "../../src/log/spool.ts";

test("what was written is read back anywhere, from memory or from a file, also between writes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(200), fc.nat(60))),
      fc.integer({ min: 0, max: 200 }),
      (steps, limit) => {
        const spool = new Spool(limit);
        let whole = Buffer.alloc(0);
        for (const [bytes, position, length] of steps) {
          whole = Buffer.concat([whole, bytes]);
          spool.write(Buffer.from(bytes));
          const target = Buffer.alloc(length);
          const count = spool.read(target, position);
          expect(target.subarray(0, count)).toEqual(whole.subarray(position, position + length));
          expect(spool.size).toBe(whole.length);
        }
        spool.close();
      },
    ),
  );
});
