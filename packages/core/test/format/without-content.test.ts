import fc from "fast-check";
import { expect, it, test } from "vitest";
import { answerWithoutContent } from "../../src/format/without-content.ts";

const line = (message: string, rest = ""): Buffer =>
  Buffer.from(`{"type":"message","id":"a","parentId":null,"message":${message}${rest}}`);

const content = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.jsonValue({ maxDepth: 4 })),
  fc.constantFrom('\\"', '"}],"usage":{"inputTokens":1}', "]"),
);

it("gives of any answer all but its content", () => {
  const more = fc.dictionary(
    fc.string().map((name) => `x${name}`),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(content, more, (said, rest) => {
      const message = { role: "assistant", content: said, ...rest };
      const found = answerWithoutContent(line(JSON.stringify(message)));
      expect(found).toEqual(JSON.parse(JSON.stringify({ ...message, content: [] })));
    }),
  );
});

test.each([
  ["another role", line('{"role":"user","content":[]}')],
  ["spaces between", line('{"role":"assistant", "content":[]}')],
  ["something before the content", line('{"role":"assistant","model":"m","content":[]}')],
  ["a content that is neither text nor list", line('{"role":"assistant","content":7}')],
  ["a content without end", line('{"role":"assistant","content":[{"text":"x"}')],
  ["a broken rest", line('{"role":"assistant","content":[],"usage":{]}')],
  ["something behind the message", line('{"role":"assistant","content":[]}', ',"x":1')],
  ["nothing behind the role", Buffer.from('{"message":{"role":"assistant"')],
])("does not try with %s", (_what, bytes) => {
  expect(answerWithoutContent(bytes)).toBeUndefined();
});
