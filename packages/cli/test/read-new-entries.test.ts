import { expect, test } from "vitest";
import { readNewEntries } from "../src/read-new-entries.ts";
import { FakeContext } from "./support/fake-context.ts";

function read(stdin: string | Uint8Array) {
  return readNewEntries(new FakeContext({ cwd: "/", home: "/", stdin }).stdin);
}

test("entries and bare messages, blank lines between them, a last line without a newline", async () => {
  const text = '{"type":"custom","customType":"x","data":1}\n\n{"role":"user","content":"hi"}';
  expect(await read(text)).toEqual([
    { line: 1, entry: { type: "custom", customType: "x", data: 1 } },
    { line: 3, entry: { type: "message", message: { role: "user", content: "hi" } } },
  ]);
});

test("a message of an API that has a type of its own is still a message", async () => {
  const [first] = await read('{"type":"message","role":"assistant","content":[]}');
  expect(first?.entry).toMatchObject({ type: "message", message: { role: "assistant" } });
});

test("a line is torn at 0x0A only", async () => {
  const content = "a\u2028b\u2029c\u0085d";
  const [first] = await read(`${JSON.stringify({ role: "user", content })}\r\n`);
  expect(first?.entry).toEqual({ type: "message", message: { role: "user", content } });
});

test.each([
  ["no JSON", '{"role":"user","content":"a"}\nnope\n', /line 2: /],
  ["an array", "[]\n", /line 1: no JSON object/],
  ["neither", '{"text":"hi"}\n', /line 1: neither an entry/],
  ["a header", '{"type":"session","id":"x"}\n', /line 1: a session header is no entry/],
  ["no UTF-8", Buffer.from([0x7b, 0x0a, 0xff, 0x0a]), /line 1: /],
])("%s is named by its line", async (_name, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
