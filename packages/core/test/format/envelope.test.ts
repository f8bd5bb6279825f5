import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeEntry } from "../../src/format/encode.ts";
import { scanEnvelope } from "../../src/format/envelope.ts";

const scan = (line: string) => scanEnvelope(Buffer.from(line));

describe("scanEnvelope", () => {
  test("reads the envelope and the role, and stops at the body", () => {
    const line =
      '{"type":"message","id":"b","parentId":"a","timestamp":"t","message":{"role":"user","content":"x"}}';
    expect(scan(line)).toEqual({
      type: "message",
      id: "b",
      parentId: "a",
      timestamp: "t",
      batch: undefined,
      role: "user",
      end: line.indexOf(',"message"'),
    });
  });

  test.each([
    [
      "any order, white space",
      '{ "id" : "b" , "type":"x",\t"parentId":null }',
      { type: "x", id: "b", parentId: null },
    ],
    [
      "escapes and non-ASCII",
      String.raw`{"type":"x","id":"\u00e9é","parentId":"a\"b"}`,
      { id: "éé", parentId: 'a"b' },
    ],
    ["a torn body", '{"type":"x","id":"b","parentId":"a","mess', { id: "b" }],
    [
      "a batch",
      '{"type":"x","id":"b","parentId":"a","batch":{"id":"q","index":0,"size":2,"session":"s"}}',
      {
        batch: { id: "q", index: 0, size: 2, session: "s" },
      },
    ],
  ])("reads %s", (_what, line, expected) => {
    expect(scan(line)).toMatchObject(expected);
  });

  test.each([
    ["an id behind the body", '{"type":"custom","data":1,"id":"b","parentId":"a"}'],
    ["no parentId", '{"type":"x","id":"b","data":1}'],
    ["a number as id", '{"type":"x","id":7,"parentId":"a"}'],
    ["an empty id", '{"type":"x","id":"","parentId":"a"}'],
    ["an id torn in the middle", '{"type":"x","parentId":"a","id":"b'],
    ["an envelope key twice", '{"type":"x","id":"b","id":"c","parentId":"a"}'],
    ["no object", "[1]"],
    ["nothing", ""],
  ])("leaves %s to the parser", (_what, line) => {
    expect(scan(line)).toBeUndefined();
  });

  test("reads the usual form as it reads any other", () => {
    const text = fc.constantFrom("a", "message", "é", "\\u0041", "a b~", "", "x".repeat(300));
    const value = fc.oneof(
      text.map((one) => `"${one}"`),
      fc.constantFrom("null", "7", '{"role":"user"}', '{"content":1,"role":"user"}', "{}"),
    );
    const key = fc.constantFrom("type", "id", "parentId", "timestamp", "message", "batch", "data");
    const rest = fc.array(fc.tuple(key, value), { maxLength: 3 });
    const ending = fc.constantFrom("}", "", ",", "}x");
    fc.assert(
      fc.property(text, text, value, text, rest, ending, (type, id, parent, time, more, end) => {
        const others = more.map(([name, one]) => `,"${name}":${one}`).join("");
        const line = `{"type":"${type}","id":"${id}","parentId":${parent},"timestamp":"${time}"${others}${end}`;
        // A space in front is not usual.
        const any = scan(` ${line}`);
        expect(scan(line)).toEqual(any && { ...any, end: any.end - 1 });
      }),
      { numRuns: 2000 },
    );
  });

  test("agrees with JSON.parse on every encoded entry", () => {
    const id = fc.string({ minLength: 1, maxLength: 20, unit: "binary" });
    const entry = fc.record({
      type: id,
      id,
      parentId: fc.option(id),
      timestamp: fc.string(),
      data: fc.jsonValue(),
    });
    fc.assert(
      fc.property(entry, (value) => {
        const line = encodeEntry(value).subarray(0, -1);
        const parsed = JSON.parse(line.toString()) as typeof value;
        const { type, id: ownId, parentId, timestamp } = parsed;
        expect(scanEnvelope(line)).toMatchObject({ type, id: ownId, parentId, timestamp });
      }),
    );
  });

  test("never throws, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(80), (noise, cut) => {
        const start = Buffer.from('{"type":"message","id":"b","parentId":"a","timestamp":"t"').subarray(
          0,
          cut,
        );
        scanEnvelope(Buffer.concat([start, noise]));
      }),
    );
  });
});
