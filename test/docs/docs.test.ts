import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { entrySchemas } from "../../packages/core/src/format/entries.ts";
import { openStore } from "../../packages/core/src/index.ts";
import { validateEntry, validateHeader } from "../../packages/core/src/format/validate.ts";
import { blocks, page, pages, ROOT, runExample } from "./support.ts";

test.each(pages)("every link in %s leads somewhere", (path) => {
  const prose = page(path).replaceAll(/`[^`\n]*`/g, "");
  const links = [...prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!);
  const files = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(files.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
});

const lines = ["json", "jsonl"]
  .flatMap((language) => blocks("docs/format.md", language))
  .flatMap((block) => block.trim().split("\n"));

test.each(lines)("the format page shows a valid line: %s", (line) => {
  const value = JSON.parse(line) as { type: string };
  expect(value.type === "session" ? validateHeader(value) : validateEntry(value)).toEqual([]);
});

test("the format page shows every entry type", () => {
  const shown = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
  expect(Object.keys(entrySchemas().known).filter((type) => !shown.has(type))).toEqual([]);
});

test("the README's example runs", async () => {
  const [example] = blocks("README.md", "ts");
  const write = vi.fn();
  const scope = { openStore, console: { log: write } };
  expect(await runExample(example!, scope, ["messages", "model", "repairs"])).toMatchObject({
    messages: [
      { role: "user" },
      { role: "assistant" },
      { role: "user", content: [{ type: "text", text: "Continue." }] },
    ],
    model: { provider: "anthropic", model: "claude-sonnet-4-5" },
    repairs: [{ kind: "continue-inserted" }],
  });
  expect(write.mock.calls.flat()).toEqual(["message", "message", "label", "leaf"]);
});
