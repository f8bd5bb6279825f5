import { resolve } from "node:path";
import type { SessionStore } from "@session-tree/core";
import type { Call } from "../call.ts";
import { ExitCode } from "../exit-codes.ts";
import { count } from "../output/count.ts";
import { showDirectory } from "../output/directory.ts";
import { toJson } from "../output/json.ts";
import { ProgressLine } from "../output/progress.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { errorJson } from "../report-error.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

interface Answer {
  readonly row: object;
  /** What to tell a person. */
  readonly told: string;
  readonly id: string;
}

export async function importLogs(run: Run, { args, options }: Call<{ jsonl?: boolean }>): Promise<number> {
  if (options.jsonl && run.json) throw new UsageError("give --json or --jsonl, not both");
  return withStore(run, async (store) => {
    // Of one file an error is the answer; of several, one bad file does not keep the others out.
    const [only] = args.length === 1 && !options.jsonl ? args : [];
    if (only !== undefined) {
      await answer(run, await importOne(run, store, only));
      return ExitCode.Done;
    }
    return importMany(run, store, args, options.jsonl ?? false);
  });
}

async function importMany(
  run: Run,
  store: SessionStore,
  files: readonly string[],
  jsonl: boolean,
): Promise<number> {
  const progress = new ProgressLine(run.context, "Importing", "file");
  const rows: object[] = [];
  let exitCode: number = ExitCode.Done;
  for (const [index, file] of files.entries()) {
    let row: object;
    try {
      const imported = await importOne(run, store, file);
      row = imported.row;
      if (!jsonl && !run.json) await answer(run, imported);
    } catch (error) {
      exitCode = ExitCode.Failed;
      row = { error: { ...errorJson(error), file } };
      const { message } = errorJson(error);
      await run.warn(cleanLine(message.includes(file) ? message : `${file}: ${message}`));
    }
    rows.push(row);
    if (jsonl) await run.context.stdout.write(`${toJson(row)}\n`);
    progress.update(index + 1, files.length);
  }
  progress.end();
  if (run.json) await run.printJson(rows);
  return exitCode;
}

async function answer(run: Run, { row, told, id }: Answer): Promise<void> {
  if (run.json) return run.printJson(row);
  await run.print(cleanLine(id));
  await run.note(told);
}

async function importOne(run: Run, store: SessionStore, file: string): Promise<Answer> {
  const { session, created, added } = await store.import(
    resolve(run.context.cwd, file),
    // A session keeps its own directory, unless another is asked for.
    run.options.cwd === undefined ? {} : { cwd: run.cwd },
  );
  try {
    const summary = await store.summary(session);
    const row = { ...rowJson(summary), imported: { created, added } };
    const elsewhere =
      summary.cwd === null || summary.cwd === run.cwd
        ? ""
        : ` (of ${showDirectory(summary.cwd, run.context.home)})`;
    return { row, id: session.id, told: tell(cleanLine(file), created, added) + elsewhere };
  } finally {
    await session.close();
  }
}

function tell(file: string, created: boolean, added: number): string {
  const entries = count(added, "entry", "entries");
  if (created) return `Imported ${file}: ${entries}`;
  return added > 0 ? `Added ${entries} from ${file}` : `Nothing new in ${file}`;
}
