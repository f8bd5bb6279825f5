import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BlobRef } from "../../packages/core/src/format/blob.ts";
import { mapContents } from "../../packages/core/src/format/contents.ts";
import { spillEntry } from "../../packages/core/src/format/spill.ts";
import { native } from "../../packages/core/src/dialects/native.ts";
import type { LocatedHead } from "../../packages/core/src/log/log-map.ts";
import { SessionLog } from "../../packages/core/src/store/session-log.ts";
import { activeLeaf } from "../../packages/core/src/tree/active-leaf.ts";
import { labelsOf } from "../../packages/core/src/tree/labels.ts";
import { loggedEntry } from "../../packages/core/test/format/random-contents.ts";
import { growingLog } from "../../packages/core/test/session-index/random-log.ts";
import { blocks, ROOT } from "./support.ts";
import type { Blobs } from "./second-contents.ts";
import { readSecond, type SecondReading } from "./second-reader.ts";

/** What the library reads, in the same words. */
function readFirst(bytes: Buffer, fileName: string, blobs: Blobs = new Map()): SecondReading {
  const source = {
    name: fileName,
    size: () => bytes.length,
    read: (target: Uint8Array, position: number) =>
      bytes.copy(target, 0, position, Math.min(bytes.length, position + target.length)),
    blob: ({ sha256 }: BlobRef) => blobs.get(sha256) ?? undefined,
  };
  const log = new SessionLog(source, native, fileName);
  return {
    id: log.id,
    entries: log.heads.map(({ id, type, offset, length }) => ({ id, type, offset, length })),
    nodes: log.tree.nodes.map(({ head, parent, gap, bridge }) => ({
      id: head.id,
      parent: parent?.head.id ?? null,
      gap: gap !== undefined,
      bridge: bridge?.head.id ?? null,
    })),
    leaf: activeLeaf(log.tree, "replay", (head) => log.isIntact(head))?.head.id ?? null,
    contents: Object.fromEntries(
      log.heads
        .map((head): [string, unknown[]] => [head.id, contentsIn(log, head)])
        .filter(([, contents]) => contents.length > 0),
    ),
    labels: Object.fromEntries(labelsOf(log.heads)),
    damage: log
      .damageAndLosses()
      .map(({ offset, length, kind }) => `${offset}+${length} ${kind}`)
      .sort(),
  };
}

function contentsIn(log: SessionLog, head: LocatedHead): unknown[] {
  const { entry, problem } = log.read(head);
  const contents: unknown[] = [];
  if (problem !== undefined) return contents;
  mapContents(entry, (content) => {
    contents.push(content);
    return content;
  });
  return contents;
}

const samples = ["logs", "samples"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, "test-fixtures", folder)).map((name) => join("test-fixtures", folder, name)),
  )
  .filter((path) => path.includes("native"));

test.each(samples)("a reader written from the format page reads %s as the library does", (path) => {
  const bytes = readFileSync(join(ROOT, path));
  expect(readSecond(bytes, "file")).toEqual(readFirst(bytes, "file"));
});

test("a reader written from the format page reads any log as the library does", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      growingLog,
      fc.array(fc.tuple(fc.nat(1 << 16), fc.nat(255)), { maxLength: 3 }),
      (log, flips) => {
        const texts = log.steps.map(({ step }) => (step.kind === "append" ? step.text : ""));
        const bytes = Buffer.from(log.start + texts.join(""));
        for (const [at, byte] of flips) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        // A file that is only a BOM is no session.
        fc.pre(bytes.length > 3);
        expect(readSecond(bytes, "file")).toEqual(readFirst(bytes, "file"));
      },
    ),
    { numRuns: 500 },
  );
});

test("a reader written from the format page reads any blobs as the library does", () => {
  const blow = fc.constantFrom("none", "lose", "cut", "flip", "block");
  const odd = fc.constantFrom<object>(
    {},
    { of: "image" },
    { of: "text", whole: true },
    { preview: undefined },
    { preview: "" },
    { bytes: 2 ** 40 },
    { sha256: "0".repeat(64) },
    { sha256: "../x" },
    { text: "mine", data: "mine", extra: 1 },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(loggedEntry, blow, odd), { maxLength: 4 }), (entries) => {
      const blobs = new Map<string, Buffer | null>();
      const lines = [
        '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"","cwd":"/p"}',
      ];
      for (const [index, [entry, how, more]] of entries.entries()) {
        const { entry: spilled, blobs: own } = spillEntry({ ...entry, id: `e${index}` }, 10);
        for (const { sha256, content } of own) if (how !== "lose") blobs.set(sha256, struck(content()!, how));
        lines.push(
          JSON.stringify(spilled, (_key, value: unknown) =>
            isBlobBlock(value) ? { ...value, ...more } : value,
          ),
        );
      }
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      expect(readSecond(bytes, "s", blobs)).toEqual(readFirst(bytes, "s", blobs));
    }),
    { numRuns: 500 },
  );
});

function isBlobBlock(value: unknown): value is object {
  return (value as { type?: unknown } | null)?.type === "blob";
}

function struck(content: Buffer, how: string): Buffer | null {
  if (how === "block") return null;
  if (how === "cut") return content.subarray(1);
  return how === "flip" ? Buffer.concat([content.subarray(1), Buffer.from("!")]) : content;
}

test("the example's tree is as the page says", () => {
  const [example] = blocks("docs/format.md", "jsonl");
  expect(readSecond(Buffer.from(example!), "s")).toMatchObject({
    nodes: [
      { id: "a", parent: null },
      { id: "b", parent: "a" },
      { id: "c", parent: "a" },
      { id: "d", parent: "c" },
      { id: "e", parent: null, gap: true, bridge: "d" },
    ],
    leaf: "e",
  });
});
