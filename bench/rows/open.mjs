import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";
import { readRanges } from "../ranges.mjs";

const NEEDED = "read and parse the lines needed";

const sizes = (data) => data.sizes.logs;

/** A fresh process that opens a session and projects it, beside one that reads just what that needs. */
function cold(name, goal, { index, early = false }) {
  return {
    name,
    against: NEEDED,
    unit: "ms",
    goal,
    sizes,
    async measure({ data, size, rounds }) {
      const { input, ranges } = await prepared(data.log(size), { index, early });
      const figure = () => inFreshProcess(import.meta.url, "openOnce", input).value;
      const baseline = () =>
        inFreshProcess(import.meta.url, "readNeeded", { file: input.file, ranges }).value;
      return interleave(figure, baseline, rounds);
    },
  };
}

/** The same in one process whose store is open. */
function warm(name, goal, { early = false }) {
  return {
    name,
    against: NEEDED,
    unit: "ms",
    goal,
    sizes,
    async measure({ data, size, rounds }) {
      const { input, ranges } = await prepared(data.log(size), { index: true, early });
      return inFreshProcess(import.meta.url, "openAgain", { ...input, ranges, rounds }).value;
    },
  };
}

const memory = {
  name: "memory of opening and projecting a session at its end",
  against: "Node alone",
  unit: "MB",
  goal: 20,
  judge: "figure",
  sizes,
  async measure({ data, size, rounds }) {
    const { input } = await prepared(data.log(size), { index: false });
    const own = () => inFreshProcess(import.meta.url, "nothing", {}).peak;
    const above = () => inFreshProcess(import.meta.url, "openOnce", input).peak - own();
    return interleave(above, own, rounds);
  },
};

export const open = [
  cold("open and project a session at its end, without an index", 2, { index: false }),
  cold("open and project a session at its end, with an index", 2, { index: true }),
  warm("open and project a session at its end, store open", 1.5, {}),
  cold("open and project a session where a tenth was written", 3.5, { index: true, early: true }),
  warm("open and project a session where a tenth was written, store open", 1.5, { early: true }),
  memory,
];

async function prepared({ root, file, end, early }, { index, early: isEarly = false }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  await store.list();
  await store.close();
  const place = isEarly ? early : end;
  return { input: { root, file, index, ...(isEarly && { at: place.id }) }, ranges: place.ranges };
}

export async function openOnce({ root, file, index, at }) {
  const { openStore } = await import("@session-tree/core");
  return timed(async () => openAndProject(await openStore({ root, index }), file, at));
}

export async function openAgain({ root, file, at, ranges, rounds }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  const figure = () => timed(() => openAndProject(store, file, at));
  const baseline = () => readNeeded({ file, ranges });
  // A store that stays open has opened sessions before: 20 times are enough for most of its code to be compiled.
  await interleave(figure, baseline, 20);
  return interleave(figure, baseline, Math.max(rounds, 9));
}

export function readNeeded({ file, ranges }) {
  return timed(() => readRanges(file, ranges).map((line) => JSON.parse(line)));
}

export function nothing() {}

async function openAndProject(store, file, at) {
  const session = await store.open(file);
  await session.project(at === undefined ? {} : { at });
  await session.close();
}
