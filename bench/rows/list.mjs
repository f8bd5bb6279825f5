import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

const SHOWN = 50;

export const list = [
  {
    name: `list the newest ${SHOWN} sessions of a project`,
    against: "one stat of each file and the SQL query",
    unit: "ms",
    goal: 1.5,
    sizes: (data) => data.sizes.sessions,
    async measure({ data, size, rounds }) {
      const sessions = data.sessions(size);
      inFreshProcess(import.meta.url, "listOnce", sessions);
      const figure = () => inFreshProcess(import.meta.url, "listOnce", sessions).value;
      const baseline = () => inFreshProcess(import.meta.url, "statAndAsk", sessions).value;
      return interleave(figure, baseline, rounds);
    },
  },
];

export async function listOnce({ root }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  const took = await timed(() => store.list({ limit: SHOWN }));
  await store.close();
  return took;
}

export function statAndAsk({ folder, files }) {
  const Database = createRequire(import.meta.resolve("@session-tree/core"))("better-sqlite3");
  return timed(() => {
    for (const file of files) statSync(file);
    const database = new Database(join(folder, "index.sqlite"), { readonly: true });
    database.prepare("SELECT * FROM sessions ORDER BY valid_from DESC LIMIT ?").all(SHOWN);
    database.close();
  });
}
