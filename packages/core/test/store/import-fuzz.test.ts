import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { growingLog } from "../session-index/random-log.ts";

/** More runs: `pnpm test:long`. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 60);

/** Any log of few ids: torn, glued, cyclic, with broken batches and bodies; some are read as pi's. */
const anyLog = fc.record({ log: growingLog, isPi: fc.boolean() }).map(({ log: { start, steps }, isPi }) => {
  const header = isPi ? '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/p"}\n' : start;
  return header + steps.map(({ step }) => (step.kind === "append" ? step.text : "")).join("");
});

test(
  "whatever a log holds: its import projects as it does, has its leaf, and imports once",
  { timeout: 30_000 + numRuns * 1000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, async (text) => {
        const root = mkdtempSync(join(tmpdir(), "session-tree-"));
        const file = join(root, "log.jsonl");
        writeFileSync(file, text);
        const store = await openStore({ root, durability: "process", index: false });
        try {
          const source = await store.open(file).catch(() => undefined);
          fc.pre(source !== undefined);
          const { session } = await store.import(file);
          expect(session.leaf).toBe(source.leaf);
          const [one, other] = [await source.project(), await session.project()];
          expect(other.messages).toEqual(one.messages);
          expect(other.provenance).toEqual(one.provenance);
          const lines = readFileSync(session.file);
          expect(await store.import(file)).toMatchObject({ created: false, added: 0 });
          expect(readFileSync(session.file)).toEqual(lines);
          const copy = await store.import(session.file);
          expect((await copy.session.project()).messages).toEqual(one.messages);
        } finally {
          await store.close();
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns },
    );
  },
);
