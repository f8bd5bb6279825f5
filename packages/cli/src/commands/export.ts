import { resolve } from "node:path";
import { agentNamed, agents, type SessionExport } from "@session-tree/core";
import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { escaped } from "../output/json.ts";
import { kinds } from "../output/loss-text.ts";
import { cleanLine } from "../output/sanitize.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

interface ExportOptions {
  /** The format. */
  readonly to: string;
  readonly at?: string;
  /** The file to write; by default the lines go to stdout. */
  readonly output?: string;
  /** Write it where the agent looks for its sessions. */
  readonly install?: boolean;
  readonly redact?: boolean;
}

const FORMATS = ["native", ...agents.filter(({ exports }) => exports).map(({ name }) => name)];

/** How to go on with an installed session, in the directory that it belongs to. */
function resuming(agent: string, id: string): string | undefined {
  return agent === "native"
    ? `sessions continue ${id}`
    : agents.find(({ name }) => name === agent)?.resume?.(id);
}

export async function exportSession(run: Run, { args, options }: Call<ExportOptions>): Promise<void> {
  const { output, install = false, redact } = options;
  const to = agentNamed(options.to);
  if (to === undefined || !FORMATS.includes(to))
    throw new UsageError(
      `nothing can be exported to ${JSON.stringify(options.to)}`,
      `Known: ${FORMATS.join(", ")}`,
    );
  if (install && output !== undefined) throw new UsageError("give --install or --output, not both");
  await withTarget(run, { session: args[0], at: options.at }, async ({ store, session, at }) => {
    const cwd = run.options.cwd === undefined ? undefined : run.cwd;
    const made = await store.export(session, { to, at, cwd, redact });
    // Told before anything is written.
    for (const line of lossLines(made)) await run.note(run.noteStyle.faint(line));
    let file: string | null = null;
    if (install) file = made.install(run.context);
    else if (output !== undefined) {
      file = resolve(run.context.cwd, output);
      made.write(file);
    } else if (!run.json) {
      await writeLines(run, made);
      return;
    }
    if (run.json) return run.printJson(exportJson(made, file));
    await run.print(cleanLine(file!));
    await run.note(`Exported ${await shortSessionId(run, store, session.id)} to ${to}`);
    const next = install ? resuming(to, made.id) : undefined;
    if (next === undefined) return;
    const directory = cwd ?? session.cwd ?? run.context.cwd;
    // In words, not as `cd`: a directory out of a log is nothing to paste into a shell.
    const where = directory === run.context.cwd ? "" : `, in ${showDirectory(directory, run.context.home)}`;
    await run.note(run.noteStyle.faint(`Next${where}: ${next}`));
  });
}

/** `file` is null where nothing was written. */
function exportJson({ id, to, lost, changed, redacted }: SessionExport, file: string | null): object {
  return { id, to, file, lost, changed, redacted };
}

function lossLines({ lost, changed, redacted }: SessionExport): string[] {
  const told: [words: string, counts: SessionExport["lost"]][] = [
    ["Not in the export", lost],
    ["In another form", changed],
    ["Redacted", redacted],
  ];
  return told
    .filter(([, counts]) => Object.keys(counts).length > 0)
    .map(([words, counts]) => `${words}: ${kinds(counts)}`);
}

/** A terminal gets escapes for what it would act on; the values stay the same. */
async function writeLines({ context: { stdout } }: Run, made: SessionExport): Promise<void> {
  for (const line of made.lines()) {
    const text = line.toString("utf8");
    await stdout.write(stdout.isTTY ? `${escaped(text.trimEnd())}\n` : text);
  }
}
