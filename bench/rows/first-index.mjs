import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";
import { parseLines, scanEnvelopes } from "../scan.mjs";

const sizes = (data) => data.sizes.sessions;

function first(name, against, goal, task) {
  return {
    name,
    against,
    unit: "ms",
    goal,
    sizes,
    async measure({ data, size, rounds }) {
      const sessions = data.sessions(size);
      const figure = () => inFreshProcess(import.meta.url, "firstList", sessions).value;
      const baseline = () => inFreshProcess(import.meta.url, task, sessions).value;
      return interleave(figure, baseline, rounds);
    },
  };
}

export const firstIndex = [
  first("first index of a project", "read, split and scan the envelopes", 5, "scanAll"),
  first(
    "first index of a project, with titles, models and usage",
    "JSON.parse of every line",
    0.8,
    "parseAll",
  ),
  {
    name: "size of the index",
    against: "size of the logs",
    unit: "MB",
    goal: 0.04,
    sizes,
    async measure({ data, size }) {
      const { folder, bytes, ...store } = data.sessions(size);
      inFreshProcess(import.meta.url, "firstList", { folder, ...store });
      return { figure: [indexBytes(folder) / 1e6], baseline: [bytes / 1e6] };
    },
  },
];

export async function firstList({ root, folder }) {
  for (const name of indexFiles(folder)) rmSync(join(folder, name));
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  const took = await timed(() => store.list());
  await store.close();
  return took;
}

export const scanAll = ({ files }) => timed(() => files.forEach((file) => scanEnvelopes(file)));
export const parseAll = ({ files }) => timed(() => files.forEach((file) => parseLines(file)));

function indexBytes(folder) {
  return indexFiles(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function indexFiles(folder) {
  return readdirSync(folder).filter((name) => name.startsWith("index.sqlite"));
}
