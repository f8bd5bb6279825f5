import { compare } from "../compare.mjs";
import { agentPath } from "../data/path.mjs";
import { inFreshProcess } from "../fresh.mjs";

const MESSAGES = 2000;
const TARGETS = ["neutral", "anthropic", "openaiChat", "openaiResponses", "gemini", "bedrock", "aiSdk", "pi"];

/**
 * With a young generation of 32 MB: with the 16 MB of Node, the same work takes 3 or 7 ms, by how much of the memory that
 * it gets was used before; a first use of 4 KiB costs 20 µs on this kind of machine.
 */
const FLAGS = ["--min-semi-space-size=32", "--max-semi-space-size=32"];

const inHost =
  (task, input) =>
  async ({ size, rounds }) =>
    inFreshProcess(import.meta.url, task, { ...input, size, rounds: rounds * 5 }, FLAGS).value;

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
