import fc from "fast-check";
import { expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { WholeLogNeeded } from "../../src/log/log-map.ts";
import { endOfMade } from "../../src/log/made-end.ts";
import { openTail } from "../../src/log/open-tail.ts";
import { ProjectionPass } from "../../src/projection/projection-pass.ts";
import { branchTo, forkLines, madeFork } from "../../src/store/fork-lines.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { provesContext } from "../../src/store/written-mark.ts";
import { growingSource } from "../support/memory-source.ts";
import { HEADER, header, MOST, writtenLines } from "./written-lines.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 500);
const timeout = 20_000 + numRuns * 200;

function project(log: SessionLog, id: string | null): string {
  return JSON.stringify(new ProjectionPass(log.contextPath(id), {}).projection());
}

function answers(log: SessionLog, ids: readonly string[]) {
  const leaf = log.activeLeaf()?.id ?? null;
  const { id, version, position } = log;
  return { id, version, position, leaf, projections: [leaf, ...ids].map((at) => project(log, at)) };
}

it("what the end of a log proves is what the whole log says, also as it grows", { timeout }, () => {
  let proven = 0;
  fc.assert(
    fc.property(writtenLines, fc.nat(MOST), fc.integer({ min: 100, max: 2000 }), (struck, cut, first) => {
      const source = growingSource(HEADER + struck.slice(0, cut).join(""));
      const span = { first, most: 1 << 20 };
      const end = openTail(source, native, "s", (tail) => provesContext(tail, source), span);
      if (end === undefined) return;
      proven++;
      const whole = new SessionLog(source, native, "s");
      expect(answers(new SessionLog(source, native, "s", end), [])).toEqual(answers(whole, []));
      const log = new SessionLog(
        source,
        native,
        "s",
        openTail(source, native, "s", () => true, span),
      );
      for (const line of struck.slice(cut)) {
        source.add(line);
        expect(log.catchUp().map(({ id }) => id)).toEqual(whole.catchUp().map(({ id }) => id));
        expect(answers(log, [])).toEqual(answers(whole, []));
      }
      const ids = whole.heads.map(({ id }) => id);
      expect(answers(log, ids)).toEqual(answers(whole, ids));
    }),
    { numRuns },
  );
  expect(proven).toBeGreaterThan(numRuns / 50);
});

it("what is known of a fork is what the whole fork says, also as it grows", { timeout }, () => {
  let known = 0;
  fc.assert(
    fc.property(writtenLines, fc.nat(MOST), fc.array(fc.nat(MOST), { maxLength: 4 }), (struck, at, more) => {
      const from = new SessionLog(growingSource(HEADER + struck.join("")), native, "s");
      const { nodes } = from.tree;
      const branch = branchTo(from, nodes[at % nodes.length] ?? null);
      const start = header({ id: "f", forkedFrom: branch.path.at(-1)?.head.id ?? null });
      const source = growingSource(start + Buffer.concat([...forkLines(from, branch)]).toString());
      const made = madeFork(from, branch);
      if (made === undefined) return;
      known++;
      const whole = new SessionLog(source, native, "f");
      const log = new SessionLog(source, native, "f", endOfMade(source, native, "f", made));
      expect(log.activeLeaf()?.id).toBe(whole.activeLeaf()?.id);
      for (const line of more.map((index) => struck[index % struck.length]!)) {
        source.add(line);
        expect(log.catchUp().map(({ id }) => id)).toEqual(whole.catchUp().map(({ id }) => id));
        expect(log.activeLeaf()?.id).toBe(whole.activeLeaf()?.id);
      }
      const ids = whole.heads.map(({ id }) => id);
      expect(answers(log, ids)).toEqual(answers(whole, ids));
    }),
    { numRuns },
  );
  expect(known).toBeGreaterThan(numRuns / 4);
});

it("a log that is not what was said of it is read whole", () => {
  const line = `${JSON.stringify({ type: "custom", id: "a", parentId: null, timestamp: "t", customType: "x", data: 1 })}\n`;
  const source = growingSource(HEADER + line);
  const said = { ids: () => new Set(["a"]), leaf: "a", tail: line.length, compacted: false };
  const end = (more: object) => endOfMade(source, native, "s", { ...said, ...more });
  expect(end({}).leaf?.id).toBe("a");
  expect(() => end({ leaf: "b" })).toThrow(WholeLogNeeded);
  expect(() => end({ tail: line.length - 1 })).toThrow(WholeLogNeeded);
});
