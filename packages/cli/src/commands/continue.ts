import { isEntry, SessionTreeError, type PathEntry } from "@session-tree/core";
import type { Call } from "../call.ts";
import { ExitCode } from "../exit-codes.ts";
import { count } from "../output/count.ts";
import { relativeTime } from "../output/relative-time.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { titleOf } from "../output/title.ts";
import { fit } from "../output/width.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import { withTarget, type Target } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function continueSession(run: Run, { args, program }: Call): Promise<number> {
  const [word, extra] = program === undefined ? args : args.slice(0, args.length - program.length);
  if (extra !== undefined)
    throw new UsageError("a program to run stands behind --", "sessions continue -- my-agent");
  if (program !== undefined && program.length === 0) throw new UsageError("no program behind --");
  if (program !== undefined && run.json)
    throw new UsageError("--json cannot go with a program: stdout is the program's");
  const environment = await withTarget(run, { session: word }, async (target) => {
    if (target.at !== undefined)
      throw new UsageError("continue goes on at the active leaf", "For another entry: fork or checkout");
    await refuseReadOnly(run, target);
    if (word === undefined) await noteNewerElsewhere(run, target);
    if (program === undefined) await answer(run, target);
    const { id, file, leaf } = target.session;
    return { SESSION_ID: id, SESSION_FILE: file, SESSION_LEAF: leaf ?? "" };
  });
  if (program === undefined) return ExitCode.Done;
  const [command = "", ...rest] = program;
  const code = await run.context.run({ command, args: rest, env: environment });
  if (code === 127) await run.warn(`${cleanLine(command)} ended with 127: is it installed?`);
  return code;
}

/** A session of another agent is never written: going on with it means a fork. */
async function refuseReadOnly(
  run: Run,
  { store, session: { readOnly, id, dialect } }: Target,
): Promise<void> {
  if (!readOnly) return;
  const hint = `To go on with it: sessions fork ${await shortSessionId(run, store, id)}`;
  throw new SessionTreeError("READ_ONLY", `${id} is a session of ${dialect} and can only be read`, { hint });
}

async function answer(run: Run, { session, summary }: Target): Promise<void> {
  if (run.json) return run.printJson({ ...rowJson(summary), path: pathJson(await session.path()) });
  await run.print(cleanLine(session.id));
  const age = relativeTime(summary.active, run.context.now());
  await run.note(`${titleOf(summary)} (${count(summary.messages, "message")}, ${age})`);
}

/** How long the active branch is, and how many of its entries the newest compaction stands for. */
function pathJson(path: readonly PathEntry[]) {
  const at = path.findLastIndex(
    ({ entry, problem }) => problem === undefined && isEntry(entry, "compaction"),
  );
  if (at < 0) return { entries: path.length, compacted: 0 };
  const { firstKeptEntryId } = path[at]!.entry as { firstKeptEntryId?: string | null };
  const kept = path.findIndex(({ entry }) => entry.id === firstKeptEntryId);
  return { entries: path.length, compacted: kept >= 0 && kept <= at ? kept : at };
}

async function noteNewerElsewhere(run: Run, { store, summary }: Target): Promise<void> {
  const newer = await store.newerElsewhere({ cwd: run.cwd, than: summary });
  if (newer === undefined) return;
  const age = relativeTime(newer.active, run.context.now());
  await run.note(
    `A newer session of ${cleanLine(newer.dialect)} is here: ${fit(titleOf(newer), 60)} (${age})`,
  );
  const id = await shortSessionId(run, store, newer.id);
  await run.note(run.noteStyle.faint(`To go on with that one: sessions fork ${cleanLine(id)}`));
}
