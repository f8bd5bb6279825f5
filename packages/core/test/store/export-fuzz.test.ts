import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { growingLog } from "../session-index/random-log.ts";

/** More runs: `pnpm test:long`. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 40);

/** Any log of few ids: torn, glued, cyclic, with broken batches and bodies. */
const anyLog = growingLog.map(({ start, steps }) =>
  [start, ...steps.map(({ step }) => (step.kind === "append" ? step.text : ""))].join(""),
);

test.each(["native", "pi", "claude-code", "codex", "openai-jsonl"])(
  "whatever a log holds, it is exported to %s, and what is read there is no damage",
  { timeout: 30_000 + numRuns * 1000 },
  async (to) => {
    await fc.assert(
      fc.asyncProperty(anyLog, async (text) => {
        const root = mkdtempSync(join(tmpdir(), "session-tree-"));
        const file = join(root, "log.jsonl");
        writeFileSync(file, text);
        const store = await openStore({ root, durability: "process", index: false });
        try {
          const source = await store.open(file).catch(() => undefined);
          fc.pre(source !== undefined);
          const made = await store.export(source, { to, redact: true });
          const lines = [...made.lines()];
          fc.pre(lines.length > 0);
          // What is no JSON, or no entry, is no line of ours.
          for (const line of lines) expect(typeof JSON.parse(line.toString("utf8"))).toBe("object");
          const copy = join(root, `rollout-2026-01-01T10-00-00-${made.id}.jsonl`);
          made.write(copy);
          const back = await store.open(copy).catch(() => undefined);
          const { damaged } = (await back?.report()) ?? { damaged: {} };
          // A lost parent stays lost in our own format, and so does a broken body.
          expect(Object.keys(damaged).filter((kind) => to !== "native" || !KEPT.has(kind))).toEqual([]);
        } finally {
          await store.close();
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns },
    );
  },
);

const KEPT: ReadonlySet<string> = new Set(["gap", "cycle", "bad-body"]);
