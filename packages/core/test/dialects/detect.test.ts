import { describe, expect, test } from "vitest";
import { detectDialect, dialectNamed } from "../../src/dialects/registry.ts";
import { PI_HEADER, sample } from "./read-log.ts";

const OURS = '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"t","cwd":"/p"}';

function detected(text: string | Buffer): string | undefined {
  const dialect = detectDialect(Buffer.from(text));
  return dialect !== undefined && "unsupported" in dialect
    ? `unsupported: ${dialect.unsupported}`
    : dialect?.name;
}

describe("the dialect shows in a log's first bytes", () => {
  test.each([
    ["our header", `${OURS}\n`, "native"],
    ["a later version of ours", `${OURS.replace(":2", ":9")}\n`, "native"],
    ["our first version: an explicit 1", '{"type":"session","version":1,"id":"s"}\n', "native"],
    ["pi without a version", '{"type":"session","id":"s"}\n', "pi"],
    ["pi 2", '{"type":"session","version":2,"id":"s"}\n', "pi"],
    ["pi 3", `${PI_HEADER}\n`, "pi"],
    ["a later version of pi", '{"type":"session","version":4,"id":"s"}\n', "pi"],
    ["a version that is no number", '{"type":"session","version":"3","id":"s"}\n', "pi"],
    ["a format of somebody else", '{"type":"session","format":"other","version":2,"id":"s"}\n', undefined],
    [
      "our format without a usable version",
      '{"type":"session","format":"session-tree","id":"s"}\n',
      undefined,
    ],
    ["no id", '{"type":"session","version":3}\n', undefined],
    ["a number as id", '{"type":"session","version":3,"id":7}\n', undefined],
    ["a BOM", `\uFEFF${OURS}\n`, "native"],
    ["CRLF", `${PI_HEADER}\r\n`, "pi"],
    ["no newline yet", PI_HEADER, "pi"],
    ["an entry before the header", `{"type":"message","id":"a","parentId":null}\n${OURS}\n`, "native"],
    ["a title before the header", `{"type":"title","title":"t"}\n${PI_HEADER}\n`, "pi"],
    ["garbage before the header", `{"type":"mess\n\n42\n${PI_HEADER}\n`, "pi"],
    ["a torn line glued to the header", `{"type":"message","id":"x${PI_HEADER}\n`, "pi"],
    ["the first of two headers", `${PI_HEADER}\n${OURS}\n`, "pi"],
    ["a header without id before a whole one", `{"type":"session"}\n${OURS}\n`, "native"],
    ["an entry only", '{"type":"message","id":"a","parentId":null}\n', undefined],
    ["something else", '{"hello":"world"}\n', undefined],
    ["plain text", "not a log\n", undefined],
    ["nothing", "", undefined],
    ["the harness format of pi", sample("pi-harness-v4.jsonl"), "unsupported: pi harness format 4"],
  ])("%s", (_name, start, expected) => {
    expect(detected(start)).toBe(expected);
  });

  test.each([
    ["ours", OURS, "native"],
    ["pi's", PI_HEADER, "pi"],
  ])("a header that goes on behind the bytes at hand: %s", (_name, header, expected) => {
    const long = `${header.slice(0, -1)},"note":"${"ä,}{".repeat(100)}"}\n`;
    for (let end = header.length + 1; end < long.length; end += 7) {
      expect(detected(Buffer.from(long).subarray(0, end))).toBe(expected);
    }
  });

  test("bytes cut anywhere never throw and never name the wrong dialect", () => {
    const log = sample("native-v2.jsonl");
    for (let end = 0; end <= log.length; end++)
      expect([undefined, "native"]).toContain(detected(log.subarray(0, end)));
  });
});

test("dialects are found by name", () => {
  expect(dialectNamed("pi").name).toBe("pi");
  expect(() => dialectNamed("pie")).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
});
