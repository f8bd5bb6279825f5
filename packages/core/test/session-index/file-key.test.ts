import { expect, test } from "vitest";
import { fileKey, fileOfKey } from "../../src/session-index/file-key.ts";

test.each([
  ["/root/projects/app/a.jsonl", "projects/app/a.jsonl"],
  ["/root/a.jsonl", "a.jsonl"],
  ["/root/app/./a.jsonl", "app/a.jsonl"],
  ["/root//app/b/../a.jsonl", "app/a.jsonl"],
  ["/root/../a.jsonl", "/a.jsonl"],
  ["/rooted/a.jsonl", "/rooted/a.jsonl"],
  ["/elsewhere/a.jsonl", "/elsewhere/a.jsonl"],
])("%j is named %j, and found by that", (log, key) => {
  const index = "/root/index.sqlite";
  expect(fileKey(index, log)).toBe(key);
  expect(fileKey(index, fileOfKey(index, key))).toBe(key);
});
