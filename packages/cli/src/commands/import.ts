import { statSync } from "node:fs";
import { resolve } from "node:path";
import { agentNamed, agents, type KindCounts, type LossReport, type SessionStore } from "@session-tree/core";
import type { Call } from "../call.ts";
import { ExitCode } from "../exit-codes.ts";
import { count } from "../output/count.ts";
import { showDirectory } from "../output/directory.ts";
import { toJson } from "../output/json.ts";
import { kinds, lossLines, merged, namedReport, sumOf } from "../output/loss-text.ts";
import { ProgressLine } from "../output/progress.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { errorJson } from "../report-error.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export interface ImportOptions {
  readonly jsonl?: boolean;
  /** The agent whose sessions are brought in. */
  readonly from?: string;
  readonly all?: boolean;
  readonly redact?: boolean;
}

interface Answer {
  readonly row: object;
  /** What to tell a person. */
  readonly told: string;
  readonly id: string;
  readonly created: boolean;
  readonly added: number;
  readonly report: LossReport;
  readonly redacted: KindCounts;
}

export async function importLogs(run: Run, { args, options }: Call<ImportOptions>): Promise<number> {
  const { jsonl = false, all = false, redact = false } = options;
  const from = options.from === undefined ? undefined : sourceNamed(options.from);
  if (jsonl && run.json) throw new UsageError("give --json or --jsonl, not both");
  if (from === undefined && (all || args.length === 0))
    throw new UsageError("nothing to import", "Name files, or an agent: sessions import --from pi");
  if (all && args.length > 0) throw new UsageError("give --all or files, not both");
  const paths = args.map((arg) => resolve(run.context.cwd, arg));
  const folders = from === undefined ? [] : paths.filter(isFolder);
  const sources = folders.map((folder) => ({ dialect: from!, folder }));
  return withStore(
    run,
    async (store) => {
      // Of one file an error is the answer; of several, one bad file does not keep the others out.
      const [only] = args.length === 1 && from === undefined && !jsonl ? args : [];
      if (only !== undefined) {
        const imported = await importOne(run, store, only, redact);
        await answer(run, imported);
        for (const line of redactedLines([imported])) await run.note(line);
        for (const line of lossLines(imported.report)) await run.note(run.noteStyle.faint(line));
        return ExitCode.Done;
      }
      if (from === undefined) return importMany(run, store, args, { jsonl, redact, fromAgent: false });
      const here = all || folders.length > 0 ? {} : { cwd: run.cwd };
      const listed =
        args.length > 0 && folders.length === 0
          ? []
          : await store.list({ ...here, source: from, archived: true });
      // The oldest first, so that a fork comes after what it was made of.
      const found = listed.map(({ file }) => file).reverse();
      const files = [...found, ...paths.filter((path) => !isFolder(path))];
      const exitCode = await importMany(run, store, files, { jsonl, redact, fromAgent: true });
      if (files.length === 0 && "cwd" in here)
        await run.note(run.noteStyle.faint(`Every directory: sessions import --from ${from} --all`));
      return exitCode;
    },
    sources.length > 0 ? sources : undefined,
  );
}

function sourceNamed(word: string): string {
  const name = agentNamed(word);
  if (name !== undefined && name !== "native") return name;
  const known = agents.map((agent) => agent.name).join(", ");
  throw new UsageError(`no agent ${JSON.stringify(word)}`, `Known: ${known}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function importMany(
  run: Run,
  store: SessionStore,
  files: readonly string[],
  {
    jsonl,
    redact,
    fromAgent,
  }: { readonly jsonl: boolean; readonly redact: boolean; readonly fromAgent: boolean },
): Promise<number> {
  const progress = new ProgressLine(run.context, "Importing", "session");
  const rows: object[] = [];
  const done: Answer[] = [];
  let exitCode: number = ExitCode.Done;
  for (const [index, file] of files.entries()) {
    let row: object;
    try {
      const imported = await importOne(run, store, file, redact);
      done.push({ ...imported, report: namedReport(imported.report, file) });
      row = imported.row;
      // Of all that an agent has, only what is new is worth a line.
      const isNews = !fromAgent || imported.added > 0;
      if (isNews && !jsonl && !run.json) await answer(run, imported);
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
  await tellAll(run, done);
  return exitCode;
}

/** What came of all of them, at the end. */
async function tellAll(run: Run, done: readonly Answer[]): Promise<void> {
  const made = done.filter(({ created }) => created).length;
  const grown = done.filter(({ created, added }) => !created && added > 0).length;
  const entries = done.reduce((sum, { added }) => sum + added, 0);
  const parts = [
    [made, "new"],
    [grown, "with more"],
    [done.length - made - grown, "as before"],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
  const of = [count(done.length, "session"), ...parts].join(", ");
  await run.note(`${of}; ${count(entries, "entry", "entries")} added`);
  for (const line of redactedLines(done)) await run.note(line);
  for (const line of lossLines(sumOf(done.map(({ report }) => report))))
    await run.note(run.noteStyle.faint(line));
}

/** What was replaced in all of them. */
function redactedLines(done: readonly Answer[]): string[] {
  const all = merged(done.map(({ redacted }) => redacted));
  return Object.keys(all).length === 0 ? [] : [`Redacted: ${kinds(all)}`];
}

async function answer(run: Run, { row, told, id }: Answer): Promise<void> {
  if (run.json) return run.printJson(row);
  await run.print(cleanLine(id));
  await run.note(told);
}

async function importOne(run: Run, store: SessionStore, file: string, redact: boolean): Promise<Answer> {
  const { made, ...imported } = await bringIn(run, store, file, redact);
  const { created, added, report, redacted } = imported;
  const summary = await store.summary({ file: made });
  const row = { ...rowJson(summary), imported: { created, added, report, redacted } };
  const elsewhere =
    summary.cwd === null || summary.cwd === run.cwd
      ? ""
      : ` (of ${showDirectory(summary.cwd, run.context.home)})`;
  const told = tell(showDirectory(file, run.context.home), created, added) + elsewhere;
  return { row, told, ...imported };
}

/** Imports and closes the session: its entries would be in memory beside those that its summary is made of. */
async function bringIn(run: Run, store: SessionStore, file: string, redact: boolean) {
  const { session, ...imported } = await store.import(resolve(run.context.cwd, file), {
    // A session keeps its own directory, unless another is asked for.
    ...(run.options.cwd !== undefined && { cwd: run.cwd }),
    redact,
  });
  await session.close();
  return { ...imported, id: session.id, made: session.file };
}

function tell(file: string, created: boolean, added: number): string {
  const entries = count(added, "entry", "entries");
  if (created) return `Imported ${file}: ${entries}`;
  return added > 0 ? `Added ${entries} from ${file}` : `Nothing new in ${file}`;
}
