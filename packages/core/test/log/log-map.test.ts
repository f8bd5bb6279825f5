import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { LogMap } from "../../src/log/log-map.ts";
import { MemoryLog } from "../../src/log/memory-log.ts";
import { sourceOf } from "../support/memory-source.ts";

const HEADER = '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"t","cwd":"/p"}\n';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const message = (id: string, parentId: string | null, more: object = {}) =>
  line({ type: "message", id, parentId, timestamp: "t", ...more, message: { role: "user", content: id } });
const batch = (id: string, index: number, size: number, session = "s") => ({
  batch: { session, id, index, size },
});

function read(bytes: Buffer | string) {
  const map = new LogMap(sourceOf(bytes), native, "file");
  map.catchUp();
  return map;
}

const ids = (map: LogMap) => map.entries.map(({ id }) => id);
const kinds = (map: LogMap) => map.damage.map(({ kind }) => kind);

describe("damage costs only what is damaged", () => {
  test.each<[string, string, string[], string[]]>([
    ["a torn tail", `${message("a", null)}{"type":"mess`, ["a"], ["torn-tail"]],
    [
      "a whole line without its newline",
      message("a", null) + message("b", "a").trimEnd(),
      ["a"],
      ["torn-tail"],
    ],
    ["a torn line in the middle", `{"type":"mess\n${message("a", null)}`, ["a"], ["not-json"]],
    ["NUL bytes in the middle", `\0\0\0\0\n${message("a", null)}`, ["a"], ["nul"]],
    ["NUL bytes before a record", `\0\0\0\0${message("a", null)}`, ["a"], ["glued", "nul"]],
    ["a scalar", `42\n${message("a", null)}`, ["a"], ["no-entry"]],
    ["blank lines", `\n\n${message("a", null)}\r\n`, ["a"], []],
    ["two records on one line", message("a", null).trimEnd() + message("b", "a"), ["a", "b"], ["glued"]],
    ["an identical copy", message("a", null) + message("a", null), ["a"], []],
    ["another entry of the same id", message("a", null) + message("a", "x"), ["a"], ["duplicate-id"]],
    ["a second header", HEADER + message("a", null), ["a"], ["extra-header"]],
  ])("%s", (_what, text, expected, damage) => {
    const map = read(HEADER + text);
    expect([ids(map), kinds(map)]).toEqual([expected, damage]);
  });

  test("a header that is not the first line is found", () => {
    const map = read(message("a", null) + HEADER);
    expect([map.id, ids(map), kinds(map)]).toEqual(["s", ["a"], ["late-header"]]);
  });

  test("an unreadable header leaves the name of the file as id", () => {
    const map = read(`{"type":"session","format":"session-tree","vers\n${message("a", null)}`);
    expect([map.id, ids(map)]).toEqual(["file", ["a"]]);
  });

  test("a broken line yields its id to a later intact one", () => {
    const torn = '{"type":"message","id":"a","parentId":null,"timestamp":"t","mess\n';
    const map = read(HEADER + torn + message("b", null) + message("a", "b"));
    expect(map.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["b", null],
      ["a", "b"],
    ]);
    expect(kinds(map)).toEqual(["duplicate-id"]);
  });
});

describe("lines without an envelope of their own", () => {
  test("get the same derived id on every read, and follow the node before them", () => {
    const text =
      '{"type":"session","version":1,"id":"s","timestamp":"t","cwd":"/p"}\n' +
      line({ type: "message", timestamp: "t", message: { role: "user", content: "one" } }) +
      line({ type: "label", id: "l", parentId: null, timestamp: "t", targetId: "x", label: "L" }) +
      line({ type: "message", timestamp: "t", message: { role: "user", content: "two" } });
    const map = read(text);
    const [one, , two] = map.entries;
    expect(one!.id).toMatch(/^v1-[0-9a-f]{16}$/);
    expect(two!.parentId).toBe(one!.id);
    expect(ids(read(text))).toEqual(ids(map));
  });

  test("with ids that cannot be used keep their place", () => {
    const number = (id: unknown, parentId: unknown) =>
      line({ type: "message", id, parentId, message: { role: "user", content: "x" } });
    const map = read(HEADER + number(0, null) + number(1, 0) + number("", 1));
    expect(map.entries.map(({ parentId }) => parentId)).toEqual([
      null,
      map.entries[0]!.id,
      map.entries[1]!.id,
    ]);
    expect(kinds(map)).toEqual(["bad-id", "bad-id", "bad-id"]);
  });
});

describe("batches", () => {
  const [a, b, c] = [
    message("a", null, batch("q", 0, 3)),
    message("b", "a", batch("q", 1, 3)),
    message("c", "b", batch("q", 2, 3)),
  ];

  test.each<[string, string, string[], string[]]>([
    ["count when they are whole", a + b + c, ["a", "b", "c"], []],
    ["are left out when the end is missing", a + b, [], ["open-batch", "open-batch"]],
    [
      "are left out when another line stands between",
      a + message("x", null) + b + c,
      ["x"],
      ["open-batch", "open-batch", "open-batch"],
    ],
    ["are left out without their start", b + c, [], ["open-batch", "open-batch"]],
    [
      "are left out when the last line is torn and was sealed",
      `${a}${b}${c.slice(0, -8)}\n`,
      [],
      ["open-batch", "open-batch", "open-batch"],
    ],
    [
      "hold no id that a retry needs",
      a + b + message("a", null, batch("r", 0, 2)) + message("b", "a", batch("r", 1, 2)),
      ["a", "b"],
      ["open-batch", "open-batch"],
    ],
    [
      "that differ only in the batch are one entry",
      message("a", null) + message("a", null, batch("r", 0, 1)),
      ["a"],
      [],
    ],
    ["of another session mean nothing", message("a", null, batch("q", 0, 2, "other")), ["a"], []],
  ])("%s", (_what, text, expected, damage) => {
    const map = read(HEADER + text);
    expect([ids(map), kinds(map)]).toEqual([expected, damage]);
  });

  test("may still be arriving", () => {
    const log = new MemoryLog("m", Buffer.from(HEADER + a));
    const map = new LogMap(log, native, "m");
    expect(map.catchUp()).toEqual([]);
    log.append(Buffer.from(b + c));
    expect(map.catchUp().map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(map.damage).toEqual([]);
  });
});

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(20), fc.option(fc.nat(20)))
      .map(([id, parent]) => message(`e${id}`, parent === null ? null : `e${parent}`)),
  },
  fc
    .tuple(fc.nat(20), fc.nat(3), fc.integer({ min: 1, max: 3 }))
    .map(([id, index, size]) => message(`e${id}`, null, batch("q", index, size))),
  fc.constantFrom(
    "{torn",
    "\n",
    "null\n",
    "\0\0",
    HEADER,
    '{"type":"message","id":"e3","parentId":"e1","mess\n',
    '{"type":"upgrade","id":"u","parentId":null,"timestamp":"t","version":2}\n',
  ),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
);

test("reading as the log grows gives what reading it whole gives, and never throws", () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const log = new MemoryLog("m", Buffer.from(HEADER));
      const growing = new LogMap(log, native, "m");
      for (const text of pieces) {
        log.append(Buffer.from(text, "latin1"));
        growing.catchUp();
      }
      const whole = new LogMap(log, native, "m");
      whole.catchUp();
      expect(growing.entries).toEqual(whole.entries);
      expect(growing.damage).toEqual(whole.damage);
    }),
  );
});

test("a read that fails loses nothing: the next try gives what came before it, too", () => {
  fc.assert(
    fc.property(fc.array(piece), fc.nat(40), (pieces, failing) => {
      const bytes = Buffer.from(HEADER + pieces.join(""), "latin1");
      const source = sourceOf(bytes, 50);
      let reads = 0;
      const failOnce = (target: Uint8Array, position: number): number => {
        if (reads++ === failing) throw new Error("the disk");
        return source.read(target, position);
      };
      const map = new LogMap({ ...source, read: failOnce }, native, "m");
      const whole = new LogMap(source, native, "m");
      try {
        expect(map.catchUp()).toEqual(whole.catchUp());
      } catch (error) {
        expect(error).toMatchObject({ message: "the disk" });
        expect(map.catchUp()).toEqual(whole.catchUp());
      }
      expect(map.entries).toEqual(whole.entries);
      expect(map.damage).toEqual(whole.damage);
    }),
  );
});

test("every byte of the log is an entry, damage, a header or white space", () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = Buffer.from(HEADER + pieces.join(""), "latin1");
      const map = read(bytes);
      const covered = Buffer.from(bytes);
      covered.fill(0x20, 0, HEADER.length);
      for (const { offset, length } of [...map.entries, ...map.damage])
        covered.fill(0x20, offset, offset + length);
      const rest = covered.toString("latin1").replaceAll(HEADER.trimEnd(), "");
      // Copies of an entry are the only other bytes without a meaning of their own.
      for (const copy of rest.split("\n").filter((text) => text.trim() !== "")) {
        const id = /"id":"(e[0-9]+|u)"/.exec(copy)?.[1];
        expect(id === undefined ? undefined : map.entry(id)).toBeDefined();
      }
    }),
  );
});
