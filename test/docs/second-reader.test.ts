import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { native } from "../../packages/core/src/dialects/native.ts";
import { SessionLog } from "../../packages/core/src/store/session-log.ts";
import { activeLeaf } from "../../packages/core/src/tree/active-leaf.ts";
import { linkDamage } from "../../packages/core/src/tree/link-damage.ts";
import { growingLog } from "../../packages/core/test/session-index/random-log.ts";
import { blocks, ROOT } from "./support.ts";
import { readSecond, type SecondReading } from "./second-reader.ts";

/** What the library reads, in the same words. */
function readFirst(bytes: Buffer, fileName: string): SecondReading {
  const source = {
    name: fileName,
    size: () => bytes.length,
    read: (target: Uint8Array, position: number) =>
      bytes.copy(target, 0, position, Math.min(bytes.length, position + target.length)),
  };
  const log = new SessionLog(source, native, fileName);
  const damage = [...log.damage(), ...linkDamage(log.tree)].filter(({ kind }) => kind !== "missing-target");
  return {
    id: log.id,
    entries: log.heads.map(({ id, type, offset, length }) => ({ id, type, offset, length })),
    nodes: log.tree.nodes.map(({ head, parent, gap, bridge }) => ({
      id: head.id,
      parent: parent?.head.id ?? null,
      gap: gap !== undefined,
      bridge: bridge?.head.id ?? null,
    })),
    leaf: activeLeaf(log.tree)?.head.id ?? null,
    damage: damage.map(({ offset, length, kind }) => `${offset}+${length} ${kind}`).sort(),
  };
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
