import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from "node:fs";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

export const fork = [
  {
    name: "fork a branch",
    against: "copyFile of as many bytes, synced",
    unit: "ms",
    goal: 1.5,
    sizes: (data) => data.sizes.branches,
    async measure({ data, size, rounds }) {
      const { root, file } = data.branch(size);
      return inFreshProcess(import.meta.url, "forkAndCopy", { root, file, rounds }).value;
    },
  },
];

export async function forkAndCopy({ root, file, rounds }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  const source = await store.open(file);
  let made;
  const figure = async () => {
    if (made !== undefined) rmSync(made.file);
    return timed(async () => (made = await store.fork(source, { cwd: root })));
  };
  await figure();
  const copy = `${root}/copy.jsonl`;
  const baseline = () => {
    rmSync(copy, { force: true });
    return timed(() => {
      copyFileSync(made.file, copy);
      const descriptor = openSync(copy, "r+");
      fsyncSync(descriptor);
      closeSync(descriptor);
    });
  };
  const taken = await interleave(figure, baseline, rounds);
  rmSync(made.file);
  rmSync(copy);
  return taken;
}
