import { argv } from "node:process";
import { project, Projector, render } from "../packages/core/dist/index.js";
import { compare } from "./measure.mjs";
import { agentPath } from "./path.mjs";

/**
 * One row of the table, in a process of its own as a host is one: from the entries of 2,000 messages to a request for
 * one target, against `JSON.parse` of their lines; or, with a number, one more message behind so many.
 */
const [, , what, rounds] = argv;
const row = /^\d+$/.test(what) ? append(Number(what), Number(rounds)) : target(what, Number(rounds));
console.log(JSON.stringify(row));

function target(name, count) {
  const lines = agentPath(2000).map((entry) => JSON.stringify(entry));
  const path = lines.map((line) => ({ entry: JSON.parse(line) }));
  const to = name === "neutral" ? (projection) => projection : render[name];
  const tasks = { parse: () => lines.map((line) => JSON.parse(line)), rendered: () => to(project(path)) };
  const times = compare(tasks, count);
  const ms = times.get("rendered");
  const ratio = ms / times.get("parse");
  return {
    what: `project 2,000 messages, ${name}`,
    against: "JSON.parse of their lines",
    ms,
    ratio,
    goal: 0.5,
  };
}

function append(length, count) {
  const projector = new Projector();
  for (const entry of agentPath(length)) projector.take({ entry });
  projector.projection();
  const lines = agentPath(2000, 2).map((entry) => JSON.stringify(entry));
  const more = lines.map((line) => ({ entry: JSON.parse(line) }));
  let next = 0;
  // Ten at a time: one is too short to be measured.
  const tenTimes = (task) => () => {
    for (let run = 0; run < 10; run++) task(next++ % lines.length);
  };
  const times = compare(
    {
      parse: tenTimes((at) => JSON.parse(lines[at])),
      append: tenTimes((at) => {
        projector.take(more[at]);
        projector.projection();
      }),
    },
    count,
  );
  const ms = times.get("append") / 10;
  const ratio = times.get("append") / times.get("parse");
  return {
    what: `append to ${length.toLocaleString("en-US")} messages`,
    against: "JSON.parse of one line",
    ms,
    ratio,
  };
}
