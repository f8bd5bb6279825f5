import fc from "fast-check";
import type { Body } from "../projection/build.ts";
import { plainBody, reshapingBody } from "../projection/random-wire.ts";

/** So many lines at most. */
export const MOST = 24;
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

export const header = (more: object = {}) =>
  `${JSON.stringify({
    type: "session",
    format: "session-tree",
    version: 2,
    id: "s",
    timestamp: "2026-01-01T10:00:00.000Z",
    cwd: "/",
    ...more,
  })}\n`;
export const HEADER = header();

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

/** Such lines, and now and then a blow or two to them. */
export const writtenLines = fc
  .tuple(lines, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(blow, { maxLength: 2 })))
  .map(([all, blows]) => blows.reduce<string[]>(strike, all));
