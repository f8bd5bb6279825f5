import fc from "fast-check";
import { expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { ProjectionPass } from "../../src/projection/projection-pass.ts";
import { stateAt } from "../../src/projection/state.ts";
import { RunningProjection } from "../../src/store/running-projection.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { refusals, TARGETS } from "../projection/all-targets.ts";
import type { Body } from "../projection/build.ts";
import { plainBody, renderOptions, reshapingBody } from "../projection/random-wire.ts";
import { sourceOf } from "../support/memory-source.ts";

/** `pnpm test:long` asks for many more. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 300);
const timeout = 20_000 + numRuns * 200;

const MOST = 18;
const anyId = fc.nat(MOST).map((index) => `e${index}`);
const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 6, arbitrary: plainBody },
  { weight: 1, arbitrary: reshapingBody(anyId) },
  { weight: 1, arbitrary: anyId.map((targetId): Body => ({ type: "leaf", targetId })) },
);

/** A tree: each entry hangs under one before it, mostly the last. */
const tree = fc.array(fc.tuple(body, fc.nat(MOST), fc.nat(4)), { maxLength: MOST }).map((entries) => {
  const lines = entries.map(([{ type, problem: _problem, gap: _gap, ...own }, anywhere, chance], index) => {
    const parent = chance === 0 ? anywhere % (index + 1) : index;
    const parentId = parent === 0 ? null : `e${parent - 1}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 10, index)).toISOString();
    return JSON.stringify({ type, id: `e${index}`, parentId, timestamp, ...own });
  });
  return lines;
});

type Blow = readonly ["remove" | "repeat" | "swap" | "cut", number, number];
const blow: fc.Arbitrary<Blow> = fc.tuple(
  fc.constantFrom("remove", "repeat", "swap", "cut"),
  fc.nat(MOST),
  fc.nat(200),
);

/** Removes, repeats or reorders whole lines, or cuts one. */
function strike(lines: readonly string[], [kind, at, where]: Blow): string[] {
  if (lines.length === 0) return [];
  const place = at % lines.length;
  const line = lines[place]!;
  if (kind === "remove") return lines.toSpliced(place, 1);
  if (kind === "repeat") return lines.toSpliced(where % lines.length, 0, line);
  if (kind === "cut") return lines.with(place, line.slice(0, where % line.length));
  const other = where % lines.length;
  return lines.with(place, lines[other]!).with(other, line);
}

const damagedTree = fc
  .tuple(tree, fc.array(blow, { maxLength: 4 }))
  .map(([lines, blows]) => blows.reduce<string[]>(strike, lines));

const HEADER = JSON.stringify({
  type: "session",
  format: "session-tree",
  version: 2,
  id: "s",
  timestamp: "2026-01-01T10:00:00.000Z",
  cwd: "/",
});

function logOf(lines: readonly string[]): SessionLog {
  return new SessionLog(sourceOf(`${[HEADER, ...lines].join("\n")}\n`), native, "s");
}

it("from any leaf of any damaged tree every target accepts what it gets", { timeout }, () => {
  fc.assert(
    fc.property(damagedTree, renderOptions, (lines, options) => {
      const log = logOf(lines);
      for (const { head } of log.tree.leaves()) {
        const projection = new ProjectionPass(log.contextPath(head.id), {}).projection();
        for (const target of TARGETS) expect(refusals(target, projection, options)).toEqual([]);
      }
    }),
    { numRuns },
  );
});

it("a projection that is kept going says what a fresh one says, wherever it goes next", { timeout }, () => {
  fc.assert(
    fc.property(damagedTree, fc.array(fc.nat(MOST), { maxLength: 8 }), (lines, jumps) => {
      const log = logOf(lines);
      const { nodes } = log.tree;
      const running = new RunningProjection();
      // Mostly onwards, as a host goes, and now and then somewhere else.
      for (const { head } of nodes.flatMap((node, index) => [node, nodes[jumps[index] ?? index] ?? node])) {
        const fresh = new ProjectionPass(log.contextPath(head.id), {}).projection();
        expect(JSON.stringify(running.at(log, head.id, {}))).toBe(JSON.stringify(fresh));
      }
    }),
    { numRuns },
  );
});

it("what is in force at any leaf is told from its context and few entries before it", { timeout }, () => {
  fc.assert(
    fc.property(damagedTree, (lines) => {
      const log = logOf(lines);
      for (const { head } of log.tree.leaves())
        expect(stateAt(log.contextPath(head.id))).toEqual(stateAt(log.path(head.id)));
    }),
    { numRuns },
  );
});
