import { project, Projector, render } from "../packages/core/dist/index.js";
import { compare } from "./measure.mjs";
import { agentPath } from "./path.mjs";

/**
 * What it costs to get from the entries of a path to a request, as a ratio to `JSON.parse` of the same lines; and what
 * one more message costs a host that stays open, at three lengths.
 */
export function benchProjection(rounds) {
  const entries = agentPath(2000);
  const lines = entries.map((entry) => JSON.stringify(entry));
  const path = entries.map((entry) => ({ entry }));
  const parse = () => lines.map((line) => JSON.parse(line));
  const renderers = Object.entries(render).map(([name, to]) => [
    `project + render.${name}`,
    () => to(project(path)),
  ]);
  const times = compare({ parse, project: () => project(path), ...Object.fromEntries(renderers) }, rounds);
  const base = times.get("parse");
  const rows = [...times].map(([what, ms]) => ({
    what,
    against: "JSON.parse",
    ms,
    ratio: ms / base,
    goal: 0.5,
  }));
  return [...rows.slice(1), ...appending(rounds, base / entries.length)];
}

/** One more message, taken in and projected, as a ratio to parsing one line of its size. */
function appending(rounds, parseOne) {
  const lengths = [500, 2_000, 8_000];
  const tasks = lengths.map((length) => {
    const projector = new Projector();
    for (const entry of agentPath(length)) projector.take({ entry });
    projector.projection();
    const more = agentPath(rounds * 20 + 100).map((entry) => ({
      entry: { ...entry, id: `more-${entry.id}` },
    }));
    let next = 0;
    return [
      `append to ${length.toLocaleString("en-US")} messages`,
      () => {
        projector.take(more[next++ % more.length]);
        projector.projection();
      },
    ];
  });
  const times = compare(Object.fromEntries(tasks), rounds * 10);
  return [...times].map(([what, ms]) => ({
    what,
    against: "JSON.parse of one line",
    ms,
    ratio: ms / parseOne,
  }));
}
