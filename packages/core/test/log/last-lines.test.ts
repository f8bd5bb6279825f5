import fc from "fast-check";
import { expect, test } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { encodeEntry } from "../../src/format/encode.ts";
import { LastLines } from "../../src/log/last-lines.ts";
import { LogMap } from "../../src/log/log-map.ts";
import { MemoryLog } from "../../src/log/memory-log.ts";

const HEADERS = [
  '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"t","cwd":"/p"}\n',
  '{"type":"session","version":1,"id":"s","timestamp":"t","cwd":"/p"}\n',
  "",
];

const id = fc.oneof(fc.constantFrom("a", "b", "c", '"', "\\", "é", "\ud800", "null"), fc.uuid());
const message = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant", "system"), content: fc.string() }),
  fc.record({ content: fc.constant("role last"), role: fc.constantFrom("user", "toolResult") }),
  fc.record({ role: fc.constant("user"), content: fc.constant([]), parentId: id, id, type: fc.string() }),
  fc.constant(Object.create({ role: "user", content: "not its own" }) as object),
  fc.constant({ role: "user", content: "", toJSON: () => ({ role: "assistant", content: "other" }) }),
);
const envelope = { id, parentId: fc.option(id), timestamp: fc.constant("2026-01-01T00:00:00.000Z") };
const entry = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("message"), ...envelope, message }) },
  fc.record({ type: fc.constant("label"), ...envelope, targetId: id, label: fc.option(fc.string()) }),
  fc.record({ type: fc.constant("leaf"), ...envelope, targetId: fc.option(id) }),
  fc.record({ type: fc.constant("custom"), ...envelope, customType: fc.string(), data: fc.jsonValue() }),
  fc.record({ type: fc.constant("upgrade"), ...envelope, version: fc.constant(2) }),
  fc.record({
    type: fc.constant("message"),
    ...envelope,
    batch: fc.record({ session: fc.constant("s"), id, index: fc.nat(1), size: fc.constantFrom(1, 2) }),
    message,
  }),
);

test("a map that is told what was written is the one that reads it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...HEADERS), fc.array(entry, { maxLength: 8 }), (header, entries) => {
      const told = new MemoryLog("s", Buffer.from(header));
      const map = new LogMap(told, native, "s");
      map.catchUp();
      const fresh = entries.map((one) => {
        const line = encodeEntry(one);
        const at = told.append(line);
        if (map.position !== at) return map.catchUp();
        return map.catchUpWith(new LastLines("s", at, line, one));
      });
      const read = new LogMap(told, native, "s");
      const all = read.catchUp();
      const { scan, ...known } = map.state;
      const { scan: scanned, ...rest } = read.state;
      expect([known, scan, map.damage, map.seen]).toEqual([rest, scanned, read.damage, read.seen]);
      if (map.revisions === 0) expect(fresh.flat()).toEqual(all);
    }),
  );
});
