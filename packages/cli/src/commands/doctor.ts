import type { DoctorReport, FileDamage } from "@session-tree/core";
import type { Call } from "../call.ts";
import { ExitCode } from "../exit-codes.ts";
import { count } from "../output/count.ts";
import { showDirectory } from "../output/directory.ts";
import { ProgressLine } from "../output/progress.ts";
import { cleanLine } from "../output/sanitize.ts";
import { findSession } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function doctor(run: Run, { args }: Call): Promise<number> {
  return withStore(run, async (store) => {
    const file = args[0] === undefined ? undefined : await fileOf(args[0]);
    const progress = new ProgressLine(run.context, "Checking", "log");
    const report = await store.doctor({
      ...(file !== undefined && { session: file }),
      onProgress: progress.update,
    });
    progress.end();
    await (run.json ? run.printJson(report) : run.print(reportText(run, report)));
    return report.damage.length > 0 ? ExitCode.DamageFound : ExitCode.Done;

    async function fileOf(word: string): Promise<string> {
      const { summary, entry } = await findSession(run, store, word);
      if (entry !== undefined) throw new UsageError("doctor checks whole sessions");
      return summary.file;
    }
  });
}

function reportText(run: Run, { files, entries, damage, notices, index }: DoctorReport): string {
  const { style, context } = run;
  const lines = [
    ...fileLines(run, damage, style.bad),
    ...fileLines(run, notices, style.faint),
    ...index.map(
      ({ file, kind, detail }) =>
        `${style.faint("index")}  ${showDirectory(file, context.home)}: ${cleanLine(`${kind}, ${detail}`)}`,
    ),
  ];
  const checked = `Checked ${count(files, "log")}, ${count(entries, "entry", "entries")}`;
  if (damage.length === 0) return [...lines, `${checked}: ${style.good("no damage")}`].join("\n");
  const found = style.bad(count(damage.length, "damaged range"));
  const calm = style.faint("Everything else is intact and readable; nothing was changed.");
  return [...lines, `${checked}: ${found}`, calm].join("\n");
}

function fileLines(
  { style, context }: Run,
  found: readonly FileDamage[],
  paint: (text: string) => string,
): string[] {
  let file: string | undefined;
  return found.flatMap((damage) => {
    const { offset, length, kind, detail } = damage;
    const line = `  ${paint(kind)}  bytes ${offset} to ${offset + length}: ${style.faint(cleanLine(detail))}`;
    if (damage.file === file) return [line];
    file = damage.file;
    return [style.strong(showDirectory(file, context.home)), line];
  });
}
