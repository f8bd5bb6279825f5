import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

// The package's own entry point needs a newer Node than this file of it.
const PI = new URL(
  "../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js",
  import.meta.url,
);

export const pi = [
  {
    name: "open and project, against pi",
    against: "pi 1.6.0 on the same tree",
    unit: "ms",
    goal: 200,
    judge: "gain",
    sizes: (data) => data.sizes.pi,
    async measure({ data, size, rounds }) {
      const { root, file } = data.log(size);
      const { file: piFile } = data.piLog(size);
      const open = new URL("open.mjs", import.meta.url).href;
      const figure = () => inFreshProcess(open, "openOnce", { root, file, index: false }).value;
      const baseline = () => inFreshProcess(import.meta.url, "openInPi", { file: piFile }).value;
      return interleave(figure, baseline, rounds);
    },
  },
];

export async function openInPi({ file }) {
  const { SessionManager } = await import(PI);
  return timed(() => SessionManager.open(file).buildSessionContext());
}
