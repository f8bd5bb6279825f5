import fs, { closeSync, openSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { agentPath } from "../data/path.mjs";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

const AT_ONCE = 64;
const BATCH = 100;

const inStore =
  (task) =>
  async ({ data, rounds }) =>
    inFreshProcess(import.meta.url, task, { root: data.scratch("append"), rounds }).value;

export const append = [
  {
    name: "append one entry, durability process",
    against: "JSON.stringify and writeSync",
    unit: "µs",
    goal: 2,
    measure: inStore("appendEach"),
  },
  {
    name: `append ${AT_ONCE} entries at once, durability disk`,
    against: "an fdatasync for each",
    unit: "syncs",
    goal: 20,
    judge: "gain",
    measure: inStore("appendAtOnce"),
  },
  {
    name: "append one entry, durability disk",
    against: "JSON.stringify, writeSync and fdatasync",
    unit: "µs",
    goal: 1.5,
    measure: inStore("appendSynced"),
  },
];

export const appendEach = (input) => besideWrites(input, "process", BATCH, () => undefined);
export const appendSynced = (input) => besideWrites(input, "disk", 20, fs.fdatasyncSync);

/** Microseconds for one entry, in turns of so many. */
async function besideWrites({ root, rounds }, durability, count, sync) {
  const session = await newSession(root, durability);
  const descriptor = openSync(join(root, "plain.jsonl"), "a");
  const messages = agentPath(2000).map(({ message }) => message);
  let next = 0;
  const each = async (task) =>
    (await timed(async () => {
      for (let run = 0; run < count; run++) await task(messages[next++ % messages.length]);
    })) *
    (1000 / count);
  const figure = () => each((message) => session.append({ type: "message", message }));
  const baseline = () =>
    each((message) => {
      writeSync(descriptor, `${JSON.stringify({ type: "message", id: next, parentId: next, message })}\n`);
      sync(descriptor);
    });
  await interleave(figure, baseline, 20);
  const taken = await interleave(figure, baseline, rounds * 9);
  closeSync(descriptor);
  return taken;
}

/** How often the disk is asked for so many appends that do not wait for each other. */
export async function appendAtOnce({ root, rounds }) {
  let syncs = 0;
  const { fdatasync } = fs;
  fs.fdatasync = (...args) => {
    syncs++;
    return fdatasync(...args);
  };
  syncBuiltinESMExports();
  const session = await newSession(root, "disk");
  const figure = async () => {
    const before = syncs;
    const message = { role: "user", content: "x".repeat(1500) };
    await Promise.all(Array.from({ length: AT_ONCE }, () => session.append({ type: "message", message })));
    return syncs - before;
  };
  return interleave(figure, () => AT_ONCE, rounds);
}

async function newSession(root, durability) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root, durability });
  return store.create({ cwd: root, eager: true });
}
