import { compare } from "../compare.mjs";
import { agentPath } from "../data/path.mjs";
import { inFreshProcess } from "../fresh.mjs";

const MESSAGES = 2000;
const TARGETS = ["neutral", "anthropic", "openaiChat", "openaiResponses", "gemini", "bedrock", "aiSdk", "pi"];

/** In several processes: what is compiled how is a matter of luck, and the same work takes 3.4 ms in one and 5 in another. */
const inHost =
  (task, input) =>
  async ({ data, size, rounds }) => {
    const inOne = { ...input, size, rounds: rounds * 5 };
    const hosts = Array.from({ length: data.sizes.hosts });
    const taken = hosts.map(() => inFreshProcess(import.meta.url, task, inOne).value);
    return {
      figure: taken.flatMap(({ figure }) => figure),
      baseline: taken.flatMap(({ baseline }) => baseline),
    };
  };

export const projection = [
  ...TARGETS.map((target) => ({
    name: `project ${MESSAGES.toLocaleString("en-US")} messages, ${target}`,
    against: "JSON.parse of their lines",
    unit: "ms",
    goal: 0.5,
    measure: inHost("projectTo", { target }),
  })),
  {
    name: "project one more message",
    against: "JSON.parse of its line",
    unit: "ms",
    sizes: () => [500, 2000, 8000],
    measure: inHost("projectMore", {}),
  },
];

/** From the entries to a request for one target. */
export async function projectTo({ target, rounds }) {
  const { project, render } = await import("@session-tree/core");
  const lines = agentPath(MESSAGES).map((entry) => JSON.stringify(entry));
  const path = lines.map((line) => ({ entry: JSON.parse(line) }));
  const to = target === "neutral" ? (projected) => projected : render[target];
  return compare(
    () => to(project(path)),
    () => lines.map((line) => JSON.parse(line)),
    rounds,
  );
}

/** One more message behind so many. */
export async function projectMore({ size, rounds }) {
  const { Projector } = await import("@session-tree/core");
  const projector = new Projector();
  for (const entry of agentPath(size)) projector.take({ entry });
  projector.projection();
  const lines = agentPath(MESSAGES, 2).map((entry) => JSON.stringify(entry));
  const more = lines.map((line) => ({ entry: JSON.parse(line) }));
  let next = 0;
  // Ten at a time: one is too short to be measured.
  const tenTimes = (task) => () => {
    for (let run = 0; run < 10; run++) task(next++ % lines.length);
  };
  const { figure, baseline } = compare(
    tenTimes((at) => {
      projector.take(more[at]);
      projector.projection();
    }),
    tenTimes((at) => JSON.parse(lines[at])),
    rounds,
  );
  const tenth = (time) => time / 10;
  return { figure: figure.map(tenth), baseline: baseline.map(tenth) };
}
