import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";
import { readRanges } from "../ranges.mjs";

export const path = [
  {
    name: "project a whole branch without compactions",
    against: "JSON.parse of its lines",
    unit: "ms",
    goal: 1.3,
    sizes: (data) => data.sizes.branches,
    async measure({ data, size, rounds }) {
      const { root, file, end } = data.branch(size);
      const figure = () => inFreshProcess(import.meta.url, "projectBranch", { root, file }).value;
      const baseline = () =>
        inFreshProcess(import.meta.url, "parseBranch", { file, ranges: end.ranges }).value;
      return interleave(figure, baseline, rounds);
    },
  },
];

export async function projectBranch({ root, file }) {
  const { openStore } = await import("@session-tree/core");
  const session = await (await openStore({ root })).open(file);
  return timed(() => session.project());
}

export function parseBranch({ file, ranges }) {
  const lines = readRanges(file, ranges);
  return timed(() => lines.map((line) => JSON.parse(line)));
}
