import { appendFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

const APPENDED = 64;

export const catchUp = [
  {
    name: `catch up with ${APPENDED} appended entries`,
    against: "the same behind the smallest log",
    unit: "ms",
    goal: 1.5,
    sizes: (data) => data.sizes.logs,
    async measure({ data, size, rounds }) {
      const root = data.scratch("catch-up");
      const logs = { small: data.log(data.sizes.smallLog), large: data.log(size) };
      return inFreshProcess(import.meta.url, "catchUpBoth", { root, logs, rounds }).value;
    },
  },
];

/** A copy of each log in a store of its own, listed again whenever another program has appended to it. */
export async function catchUpBoth({ root, logs, rounds }) {
  const { openStore } = await import("@session-tree/core");
  const prepared = async (name, { file, end }) => {
    const own = join(root, name);
    const maker = await openStore({ root: own, durability: "process" });
    const made = await maker.create({ cwd: root, eager: true });
    copyFileSync(file, made.file);
    await maker.close();
    const store = await openStore({ root: own });
    await store.list();
    let next = 0;
    return () => {
      const parentId = end.id;
      const lines = Array.from({ length: APPENDED }, () => line(`${name}-${next++}`, parentId));
      appendFileSync(made.file, lines.join(""));
      return timed(() => store.list());
    };
  };
  const baseline = await prepared("small", logs.small);
  const figure = await prepared("large", logs.large);
  await interleave(figure, baseline, 2);
  return interleave(figure, baseline, rounds);
}

function line(id, parentId) {
  const message = { role: "user", content: [{ type: "text", text: "x".repeat(1500) }] };
  const timestamp = "2026-06-01T00:00:00.000Z";
  return `${JSON.stringify({ type: "message", id, parentId, timestamp, message })}\n`;
}
