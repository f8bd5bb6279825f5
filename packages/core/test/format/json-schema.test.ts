import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lineJsonSchema } from "../../src/format/json-schema.ts";

const file = new URL("../../schemas/session-tree-v2.json", import.meta.url);

test("the committed JSON Schema is current (`pnpm schemas` writes it)", () => {
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(lineJsonSchema());
});

test("the same schema is made every time, key order included", () => {
  const text = `${JSON.stringify(lineJsonSchema(), null, 2)}\n`;
  expect(text).toBe(readFileSync(file, "utf8"));
});

test("what is checked with code is in it too", () => {
  const { $defs } = lineJsonSchema() as { $defs: Record<string, Record<string, unknown>> };
  expect($defs["entry.compaction"]?.["anyOf"]).toEqual([
    { required: ["summary"] },
    { required: ["messages"] },
  ]);
  expect($defs["OpaqueBlock"]?.["not"]).toEqual({
    properties: { type: { enum: ["text", "image", "thinking", "toolCall", "blob"] } },
  });
  expect($defs["OpaqueEntry"]?.["not"]).toMatchObject({
    properties: { type: { enum: expect.arrayContaining(["session", "leaf"]) } },
  });
});
