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
import type { Body } from "../projection/build.ts";
import { plainBody, reshapingBody } from "../projection/random-wire.ts";
import { growingSource } from "../support/memory-source.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 500);
const timeout = 20_000 + numRuns * 200;

const MOST = 24;
const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
const anyId = fc.nat(MOST).map(idOf);
const state = { model: null, thinkingLevel: null, queue: [], system: [] };
const compaction = fc.record({
  type: fc.constant("compaction"),
  summary: fc.constant("so far"),
  firstKeptEntryId: fc.oneof(fc.constant(null), anyId),
  state: fc.constant(state),
  written: fc.constant({ version: 2, offset: -1 }),
});
const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 8, arbitrary: plainBody },
  { weight: 2, arbitrary: compaction },
  { weight: 1, arbitrary: reshapingBody(anyId) },
  { weight: 1, arbitrary: anyId.map((targetId): Body => ({ type: "leaf", targetId })) },
  { weight: 1, arbitrary: anyId.map((targetId): Body => ({ type: "label", targetId, label: "x" })) },
);

const header = (more: object = {}) =>
  `${JSON.stringify({
    type: "session",
    format: "session-tree",
    version: 2,
    id: "s",
    timestamp: "2026-01-01T10:00:00.000Z",
    cwd: "/",
    ...more,
  })}\n`;
const HEADER = header();

/** Lines as a writer makes them: ids ascend, and a compaction says where it stands, if no edit may still act behind it. */
const lines = fc.array(fc.tuple(body, fc.nat(MOST), fc.nat(5)), { maxLength: MOST }).map((entries) => {
  let offset = HEADER.length;
  let looksAhead = false;
  return entries.map(([{ type, problem: _problem, gap: _gap, ...own }, anywhere, chance], index) => {
    const parent = chance === 0 ? anywhere % (index + 1) : index;
    const envelope = { type, id: idOf(index + 1), parentId: parent === 0 ? null : idOf(parent) };
    looksAhead ||= type === "context_edit" && String(own["targetId"]) > envelope.id;
    const written = "written" in own ? { written: looksAhead ? undefined : { version: 2, offset } } : {};
    const line = `${JSON.stringify({ ...envelope, timestamp: "2026-01-01T10:00:00.000Z", ...own, ...written })}\n`;
    offset += Buffer.byteLength(line);
    return line;
  });
});

type Blow = readonly ["remove" | "repeat" | "swap" | "cut", number, number];
const blow: fc.Arbitrary<Blow> = fc.tuple(
  fc.constantFrom("remove", "repeat", "swap", "cut"),
  fc.nat(MOST),
  fc.nat(200),
);

function strike(all: readonly string[], [kind, at, where]: Blow): string[] {
  if (all.length === 0) return [];
  const place = at % all.length;
  const line = all[place]!;
  if (kind === "remove") return all.toSpliced(place, 1);
  if (kind === "repeat") return all.toSpliced(where % (all.length + 1), 0, line);
  if (kind === "cut") return all.with(place, line.slice(0, where % line.length));
  const other = where % all.length;
  return all.with(place, all[other]!).with(other, line);
}

const logs = fc.tuple(
  lines,
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(blow, { maxLength: 2 })),
);

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
    fc.property(logs, fc.nat(MOST), fc.integer({ min: 100, max: 2000 }), ([all, blows], cut, first) => {
      const struck = blows.reduce<string[]>(strike, all);
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
    fc.property(logs, fc.nat(MOST), fc.array(fc.nat(MOST), { maxLength: 4 }), ([all, blows], at, more) => {
      const struck = blows.reduce<string[]>(strike, all);
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
      for (const line of more.map((index) => all[index % all.length]!)) {
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
  const said = { ids: () => new Set(["a"]), leaf: "a", tail: line.length };
  const end = (more: object) => endOfMade(source, native, "s", { ...said, ...more });
  expect(end({}).leaf?.id).toBe("a");
  expect(() => end({ leaf: "b" })).toThrow(WholeLogNeeded);
  expect(() => end({ tail: line.length - 1 })).toThrow(WholeLogNeeded);
});
