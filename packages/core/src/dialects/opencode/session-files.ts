import { statSync } from "node:fs";
import { join } from "node:path";
import { unlessRefused } from "../../log/io-error.ts";
import { namesIn } from "../folder-names.ts";
import type { ForeignSession } from "../translation.ts";
import { withDatabase } from "./database.ts";
import { sessionsIn } from "./read-database.ts";
import { filesOfContent } from "./read-tree.ts";
import { sessionStates } from "./session-states.ts";

/**
 * The sessions in opencode's data folder: of all its databases, and of its JSON files those that no database has taken
 * over. A database that cannot be read is given as one session, so that opening it says why.
 */
export function* sessionFiles(folder: string): Generator<ForeignSession> {
  const seen = new Set<string>();
  for (const name of namesIn(folder).files.filter((one) => /^opencode(?:-.+)?\.db$/.test(one))) {
    const file = join(folder, name);
    const listed = unlessRefused(() => listOf(file));
    if (listed === undefined) yield { file };
    for (const { id, state } of listed ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      yield { file, part: id, others: [`${file}-wal`], state };
    }
  }
  const stored = join(folder, "storage", "session");
  for (const project of namesIn(stored).folders)
    for (const name of namesIn(join(stored, project)).files) {
      const file = join(stored, project, name);
      if (/^ses_.*\.json$/.test(name) && !seen.has(name.slice(0, -5)))
        // All of them: a part that is still being told is written in place, which no folder shows.
        yield { file, others: [...filesOfContent(file)] };
    }
}

function listOf(file: string): { id: string; state: string | undefined }[] {
  const states = statSync(file).size <= LARGEST ? sessionStates : () => new Map<string, string>();
  return [
    ...withDatabase(file, (database) => {
      const stateOf = states(file, database);
      return sessionsIn(file, database).map((id) => ({ id, state: stateOf.get(id) }));
    }),
  ];
}

/** Of larger databases not even the states of sessions are read for each list: a second for each GB. */
const LARGEST = 1 << 30;
