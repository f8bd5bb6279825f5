import { describe, expect, test } from "vitest";
import { scanLine } from "../../src/format/scan-line.ts";

const entry = (id: string, text = "x") =>
  `{"type":"message","id":"${id}","parentId":null,"timestamp":"t","message":{"role":"user","content":"${text}"}}`;

const summary = (line: string | Buffer) =>
  scanLine(Buffer.from(line)).map((part) => ({
    kind: part.kind,
    range: [part.start, part.end],
    ...(part.kind === "entry" && { id: part.head.id }),
  }));

describe("scanLine", () => {
  test("gives one entry for one record, with its \\r", () => {
    const line = `${entry("a")}\r`;
    expect(summary(line)).toEqual([{ kind: "entry", range: [0, line.length], id: "a" }]);
  });

  test.each([
    ["a scalar", "42", "other"],
    ["an array", "[]", "other"],
    ["an object without type", '{"hello":"world"}', "other"],
    ["a header", '{"type":"session","id":"s"}', "header"],
    ["no JSON", "hello", "broken"],
    ["NUL bytes", "\0\0\0", "broken"],
  ])("tells %s", (_what, line, kind) => {
    expect(summary(line)).toEqual([expect.objectContaining({ kind })]);
  });

  test.each([
    ["nothing", ""],
    ["white space", " \t\r"],
  ])("finds nothing in %s", (_what, line) => {
    expect(scanLine(Buffer.from(line))).toEqual([]);
  });

  test("a body that is broken leaves the envelope", () => {
    expect(summary('{"type":"message","id":"a","parentId":"r","message":{"ro')).toEqual([
      expect.objectContaining({ kind: "entry", id: "a" }),
    ]);
  });

  test.each([
    ["message", "user"],
    ["custom", undefined],
    ["hologram", undefined],
  ])("an entry of type %s has the role %s, however it is read", (type, role) => {
    const usual = `{"type":"${type}","id":"a","parentId":null,"timestamp":"t","message":{"role":"user"}}`;
    const odd = `{"message":{"role":"user"},"type":"${type}","id":"a","parentId":null,"timestamp":"t"}`;
    for (const line of [usual, odd])
      expect(scanLine(Buffer.from(line))).toEqual([
        expect.objectContaining({ head: expect.objectContaining({ role }) as unknown }),
      ]);
  });

  test("a record glued behind a torn one is found, and the torn one keeps its envelope", () => {
    const torn = '{"type":"message","id":"torn","parentId":"r","message":{"role":"user","content":"on';
    expect(summary(torn + entry("b"))).toEqual([
      { kind: "entry", range: [0, torn.length], id: "torn" },
      { kind: "entry", range: [torn.length, torn.length + entry("b").length], id: "b" },
    ]);
  });

  test("a record behind a torn envelope is found, the rest is broken", () => {
    const torn = '{"type":"message","id":"zzz';
    expect(summary(torn + entry("b"))).toEqual([
      { kind: "broken", range: [0, torn.length] },
      { kind: "entry", range: [torn.length, torn.length + entry("b").length], id: "b" },
    ]);
  });

  test("records glued together are all found", () => {
    expect(
      summary(entry("a") + entry("b") + entry("c")).map(({ kind, ...rest }) => [
        kind,
        "id" in rest && rest.id,
      ]),
    ).toEqual([
      ["entry", "a"],
      ["entry", "b"],
      ["entry", "c"],
    ]);
  });

  test("text that looks like a record is only text", () => {
    const text = String.raw`}{\"type\":\"message\",\"id\":\"fake\",\"parentId\":null}`;
    expect(summary(entry("a", text))).toEqual([expect.objectContaining({ kind: "entry", id: "a" })]);
  });

  test("keys that end as the parent's does hide no second record", () => {
    const first = entry("a").replace('"content"', '"toolCallId":"x","grandparentId":"y","content"');
    expect(summary(first)).toHaveLength(1);
    expect(summary(first + entry("b")).map((part) => part.id)).toEqual(["a", "b"]);
  });

  test("an entry nested in data does not come out of it", () => {
    const line = `{"type":"custom","id":"a","parentId":null,"timestamp":"t","customType":"k","data":${entry("inner")}}`;
    expect(summary(line)).toEqual([expect.objectContaining({ kind: "entry", id: "a" })]);
  });

  test("ids that cannot be used are named, and the line still counts", () => {
    const [part] = scanLine(
      Buffer.from('{"type":"message","id":0,"parentId":7,"message":{"role":"user","content":"x"}}'),
    );
    expect(part).toMatchObject({ kind: "entry", head: { id: undefined, parentId: undefined } });
    expect(part?.kind === "entry" && part.head.problem).toMatch(/`id`.*`parentId`/);
  });
});
