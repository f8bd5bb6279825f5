import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isText, openStore, render, toBlocks } from "../../packages/core/src/index.ts";
import { IMAGE_LOST, TEXT_LOST } from "../../packages/core/src/format/restore.ts";
import { checks } from "../../packages/core/src/testing/index.ts";
import { CONTINUE } from "../../packages/core/src/projection/alternation.ts";
import { NO_OUTPUT, resultAsText, UNKNOWN_OUTCOME } from "../../packages/core/src/projection/result-texts.ts";
import { STALE_REMINDER } from "../../packages/core/src/projection/stale.ts";
import {
  BRANCH_PREFIX,
  BRANCH_SUFFIX,
  COMPACTION_PREFIX,
  COMPACTION_SUFFIX,
} from "../../packages/core/src/projection/summaries.ts";
import { SKIP_SIGNATURE } from "../../packages/core/src/projection/targets/gemini.ts";
import { RESULTS_READ } from "../../packages/core/src/projection/wire/results-alone.ts";
import { IMAGE_OMITTED, IMAGE_UNUSABLE } from "../../packages/core/src/projection/wire/images.ts";
import { IMAGES_FOLLOW, splitResult } from "../../packages/core/src/projection/wire/results.ts";
import { OPENING } from "../../packages/core/src/projection/wire/turns-apart.ts";
import { blocks, page, ROOT, runExample } from "./support.ts";

const PATH = "docs/projection.md";
const text = page(PATH);

test("the examples about projection run, as one program, and give what the page shows", async () => {
  const code = blocks(PATH, "ts").join("\n");
  const scope = { openStore, render, checks };
  const { body, violations, notes } = (await runExample(code, scope, ["body", "violations", "notes"])) as {
    body: unknown;
    violations: unknown;
    notes: { repairs: { kind: string }[]; hints: { kind: string }[] };
  };

  expect([body, violations]).toEqual(blocks(PATH, "json").map((block) => JSON.parse(block) as unknown));
  expect(notes.repairs.map(({ kind }) => kind)).toEqual(["result-synthesized", "call-id-changed"]);
  expect(notes.hints.map(({ kind }) => kind)).toEqual(["thinking-adaptive-or-off", "tools-needed"]);
});

test.each([
  ["RepairKind", /export type RepairKind =([\s\S]+?";)/],
  ["Hint", /export interface Hint \{\s+readonly kind:([^;]+";)/],
])("every kind of %s has a line", (_name, union) => {
  const source = readFileSync(join(ROOT, "packages/core/src/projection/types.ts"), "utf8");
  const kinds = [...union.exec(source)![1]!.matchAll(/"([a-z-]+)"/g)].map(([, kind]) => kind!);
  expect(kinds.length).toBeGreaterThan(4);
  expect(kinds.filter((kind) => !text.includes(`\n| \`${kind}\` |`))).toEqual([]);
});

test("every target has a section, and its check and rules have a line", () => {
  const targets = Object.keys(checks);
  expect(targets.filter((target) => !text.includes(`\n### ${target}\n`))).toEqual([]);
  expect(targets.filter((target) => !text.includes(`\`${target}/…\``))).toEqual([]);
  const functions = Object.keys(render).map((name) => `render.${name}`);
  const checkers = Object.values(checks).map(({ name }) => name);
  expect([...functions, ...checkers].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("every text that is made up stands on the page, word for word", () => {
  const asText = resultAsText({ role: "toolResult", toolCallId: "c", toolName: "bash", content: [] });
  const image = { type: "image" as const, mimeType: "image/png", data: "" };
  const made = [
    IMAGE_LOST,
    TEXT_LOST,
    UNKNOWN_OUTCOME,
    NO_OUTPUT,
    CONTINUE,
    OPENING,
    STALE_REMINDER,
    IMAGE_OMITTED,
    IMAGE_UNUSABLE,
    IMAGES_FOLLOW,
    RESULTS_READ,
    SKIP_SIGNATURE,
    COMPACTION_PREFIX,
    COMPACTION_SUFFIX,
    BRANCH_PREFIX,
    BRANCH_SUFFIX,
    ...toBlocks(asText.content)
      .filter(isText)
      .map((block) => block.text),
    ...splitResult([image], "bash", true)
      .behind.filter(isText)
      .map((block) => block.text),
  ];
  expect(made.map((one) => one.trim()).filter((one) => !text.includes(one))).toEqual([]);
});
