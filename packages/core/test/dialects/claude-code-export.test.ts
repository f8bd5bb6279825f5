import fc from "fast-check";
import { expect, test } from "vitest";
import { claudeCode } from "../../src/dialects/claude-code/claude-code.ts";
import { claudeCodeExporter } from "../../src/dialects/claude-code/exporter.ts";
import { uuidOf } from "../../src/format/ids.ts";
import { above } from "../../src/tree/path.ts";
import type { SessionLog } from "../../src/store/session-log.ts";
import { exported, leavesOf, logOf, NEW_ID, saidAt, toldAs, treeOf } from "./exported.ts";
import { randomSession } from "./random-session.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

/** The id that an entry has in what is read back; null: it has no line. */
function told(log: SessionLog, back: SessionLog, id: string): string | null {
  for (let at = log.tree.node(id) ?? null; at !== null; at = above(at, true)) {
    const { head } = at;
    // A compaction is known by its mark, if it has one.
    const uuids = [`${head.id}:mark`, head.id].map((what) => uuidOf(`${NEW_ID}:${what}`));
    const uuid = uuids.find((one) => back.head(one) !== undefined);
    if (uuid !== undefined) return uuid;
  }
  return null;
}

test("a session comes back from Claude Code's format with its tree and what a model gets at each leaf", () => {
  fc.assert(
    fc.property(randomSession({ failed: true }), (entries) => {
      const source = logOf(entries);
      const { lines, lost, changed } = exported(claudeCodeExporter, source);
      // What the format has no place for is named, and looks otherwise.
      fc.pre(lines.length > 0 && Object.keys(changed).length === 0 && !("kept entries" in lost));
      const back = toldAs(claudeCode, lines);
      expect(back.damage()).toEqual([]);
      const nodes = source.tree.nodes.filter(({ head }) => !UNTOLD.has(`${head.type}/${head.role ?? ""}`));
      const expected = nodes.map(({ head, parent }) => [
        told(source, back, head.id),
        parent === null ? null : told(source, back, parent.head.id),
      ]);
      expect(treeOf(back)).toEqual(expected.toSorted(([one], [other]) => (one! < other! ? -1 : 1)));
      for (const { id } of leavesOf(source))
        expect(saidAt(back, told(source, back, id))).toEqual(saidAt(source, id));
      const leaf = source.activeLeaf();
      if (!("active leaf" in lost))
        expect(back.activeLeaf()?.id ?? null).toBe(leaf && told(source, back, leaf.id));
    }),
    { numRuns },
  );
});

/** What has no lines there. */
const UNTOLD: ReadonlySet<string> = new Set(["model_change/", "thinking_level_change/", "message/system"]);
