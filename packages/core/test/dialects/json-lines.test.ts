import { expect, test } from "vitest";
import { jsonLines } from "../../src/dialects/json-lines.ts";
import { sourceOf } from "../support/memory-source.ts";

const FORM = { starts: [Buffer.from('{"at":')], isRecord: (value: object) => "at" in value };

function read(text: string) {
  return [...jsonLines(sourceOf(text), FORM)].map((line) =>
    "value" in line ? { at: line.value["at"], offset: line.offset } : line.damage.kind,
  );
}

test.each([
  [
    "lines, blank ones too",
    '{"at":1}\n\r\n{"at":2}\r\n',
    [
      { at: 1, offset: 0 },
      { at: 2, offset: 11 },
    ],
  ],
  ["a last line without newline", '{"at":1}', [{ at: 1, offset: 0 }]],
  ["a torn last line", '{"at":1}\n{"at":', [{ at: 1, offset: 0 }, "torn-tail"]],
  [
    "a torn line with another glued to it",
    '{"at":{"x\n{"at":"a{"at":2}\n',
    ["not-json", "not-json", { at: 2, offset: 18 }],
  ],
  ["NUL bytes", '{"at":1}\n\0\0\0', [{ at: 1, offset: 0 }, "nul"]],
  [
    "NUL bytes around a line",
    '\0\0{"at":1}\0\n{"at":2}\n',
    ["nul", { at: 1, offset: 2 }, "nul", { at: 2, offset: 12 }],
  ],
  ["a value that is no object", "[1]\n", ["no-entry"]],
])("%s", (_what, text, found) => {
  expect(read(text)).toEqual(found);
});
