import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ByteSource } from "../../src/log/byte-source.ts";
import { native } from "../../src/dialects/native.ts";
import { FileSource } from "../../src/log/file-source.ts";
import type { LocatedHead } from "../../src/log/log-map.ts";
import { openTail } from "../../src/log/open-tail.ts";
import { ProjectionPass } from "../../src/projection/projection-pass.ts";
import type { SessionIndex } from "../../src/session-index/session-index.ts";
import type { ReadBefore } from "../../src/store/known-log.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { provesContext } from "../../src/store/written-mark.ts";
import { append, IndexFolder, NOW } from "../session-index/index-folder.ts";
import { growingSource } from "../support/memory-source.ts";
import { HEADER, MOST, writtenLines } from "./written-lines.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 60);
const timeout = 20_000 + numRuns * 400;

let folder: IndexFolder;

beforeAll(() => {
  folder = new IndexFolder();
});

afterAll(() => {
  folder.remove();
});

/** Counts how often the log is read from its start. */
function countingSource(source: FileSource): ByteSource & { wholeReads: number } {
  return {
    name: source.name,
    wholeReads: 0,
    size: () => source.size(),
    read(target, position) {
      if (position === 0) this.wholeReads++;
      return source.read(target, position);
    },
  };
}

function tell(log: SessionLog, id: string) {
  const projection = new ProjectionPass(log.contextPath(id), {}).projection();
  return { node: log.nodeAt(id)?.id, head: log.head(id), path: log.path(id), projection };
}

const idsOf = (heads: readonly LocatedHead[]) => heads.map(({ id }) => id);

/** What happens to a log and its index before an old entry is asked for. */
const step = fc.record({
  appended: fc.nat(3),
  index: fc.constantFrom("behind", "caught up", "forgotten"),
  asked: fc.nat(MOST),
  heard: fc.boolean(),
});

/** A log whose end proves its context, with that end and an index of all. */
const known = fc
  .record({ lines: writtenLines, cut: fc.nat(MOST), first: fc.integer({ min: 100, max: 2000 }) })
  .map(({ lines, cut, first }) => {
    const text = HEADER + lines.slice(0, cut).join("");
    const tail = (source: ByteSource) =>
      openTail(source, native, "s", (found) => provesContext(found, source), { first, most: 1 << 20 });
    return { text, rest: lines.slice(cut), tail };
  })
  .filter(({ text, tail }) => tail(growingSource(text)) !== undefined);

type Known = typeof known extends fc.Arbitrary<infer T> ? T : never;

/** The same log opened from its end, with the index to ask, and read whole. */
function open({ text, tail }: Known, index: SessionIndex) {
  const log = folder.log("s");
  append(log, text);
  const file = FileSource.open(log.file);
  const source = countingSource(file);
  const before: ReadBefore = async (entry) => index.before(log, file, entry, NOW);
  const asked = new SessionLog(source, native, "s", tail(file), before);
  index.summary(log, NOW);
  const close = (): void => {
    file.close();
    rmSync(log.file);
  };
  return { log, source, asked, whole: new SessionLog(file, native, "s"), close };
}

it(
  "of an old entry of a log of which the end was read, the index tells what the whole log does",
  { timeout },
  async () => {
    let spared = 0;
    const index = await folder.open();
    const property = fc.asyncProperty(known, fc.array(step, { maxLength: 6 }), async (one, steps) => {
      const { log, source, asked, whole, close } = open(one, index);
      let next = 0;
      for (const { appended, index: state, asked: place, heard } of steps) {
        append(log, one.rest.slice(next, next + appended).join(""));
        next += appended;
        if (state === "caught up") index.summary(log, NOW);
        if (state === "forgotten") index.forgetAllBut([]);
        const id = whole.heads[place % whole.heads.length]!.id;
        expect(await asked.told(() => tell(asked, id))).toEqual(tell(whole, id));
        if (source.wholeReads === 0) spared++;
        if (heard) expect(idsOf(asked.catchUp())).toEqual(idsOf(whole.catchUp()));
      }
      close();
    });
    await fc.assert(property, { numRuns });
    expect(spared).toBeGreaterThan(numRuns / 10);
    index.close();
  },
);

/** Writes over some bytes of a file, if it has so many. */
function spoil(file: string, place: number, bytes: Uint8Array): void {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size < bytes.length) return;
  const spoilt = openSync(file, "r+");
  writeSync(spoilt, bytes, 0, bytes.length, place % (size - bytes.length + 1));
  closeSync(spoilt);
}

const blow = fc.record({
  at: fc.constantFrom("first", "between"),
  kind: fc.constantFrom("deleted", "spoilt"),
  place: fc.nat(1 << 20),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4096, size: "max" }),
});

it(
  "it is told the same when the file of the index is deleted or spoilt in between",
  { timeout },
  async () => {
    const asks = fc.array(fc.nat(MOST), { minLength: 2, maxLength: 4 });
    const property = fc.asyncProperty(known, asks, blow, async (one, places, { at, kind, place, bytes }) => {
      const index = await folder.open();
      const { asked, whole, close } = open(one, index);
      for (const [turn, asking] of places.entries()) {
        if (turn === (at === "first" ? 0 : 1)) {
          const files = [folder.index, `${folder.index}-wal`];
          for (const file of files)
            if (kind === "deleted") rmSync(file, { force: true });
            else spoil(file, place, bytes);
        }
        const id = whole.heads[asking % whole.heads.length]!.id;
        expect(await asked.told(() => tell(asked, id))).toEqual(tell(whole, id));
      }
      close();
      index.close();
      for (const end of ["", "-wal", "-shm"]) rmSync(`${folder.index}${end}`, { force: true });
    });
    await fc.assert(property, { numRuns: numRuns / 2 });
  },
);
