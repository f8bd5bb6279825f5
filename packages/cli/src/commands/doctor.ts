import type { DoctorReport, FileDamage, Fix } from "@session-tree/core";
import type { Call } from "../call.ts";
import { ExitCode } from "../exit-codes.ts";
import { showBytes } from "../output/bytes.ts";
import { count } from "../output/count.ts";
import { DAMAGE_WORDS } from "../output/damage-words.ts";
import { showDirectory } from "../output/directory.ts";
import { lossLines, namedReport, sumOf } from "../output/loss-text.ts";
import { ProgressLine } from "../output/progress.ts";
import { cleanLine } from "../output/sanitize.ts";
import { findSession } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function doctor(
  run: Run,
  { args, options }: Call<{ fix?: boolean; all?: boolean }>,
): Promise<number> {
  if (options.all === true && args[0] !== undefined)
    throw new UsageError("--all takes no session", "One session: sessions doctor <session>");
  return withStore(run, async (store) => {
    const file = args[0] === undefined ? undefined : await fileOf(args[0]);
    const progress = new ProgressLine(run.context, "Checking", "log");
    const report = await store.doctor({
      session: file,
      fix: options.fix,
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

function reportText(run: Run, report: DoctorReport): string {
  const { files, entries, damage, notices, reports, index, search, modes, leftovers, others, fixed } = report;
  const { style, context } = run;
  const named =
    reports.length === 1
      ? reports
      : reports.map((one) => namedReport(one, showDirectory(one.file, context.home)));
  const lines = [
    ...fileLines(run, damage, style.bad),
    ...fileLines(run, notices, style.faint),
    ...index.map(
      ({ file, kind, detail }) =>
        `${style.faint("index")}  ${showDirectory(file, context.home)}: ${cleanLine(`${kind}, ${detail}`)}`,
    ),
    ...(search === null
      ? []
      : [`${style.faint("search index")}  ${showBytes(search.bytes)}, ${count(search.logs, "log")}`]),
    ...modes.map(
      ({ file, mode, wanted }) =>
        `${style.warn("open to others")}  ${showDirectory(file, context.home)}: mode ${mode}; ${wanted} keeps sessions private`,
    ),
    ...leftovers.map(
      ({ file, bytes }) =>
        `${style.faint("left by a crash")}  ${showDirectory(file, context.home)}: ${showBytes(bytes)} that no session needs; sessions trash empty deletes it`,
    ),
    ...others.map(
      (one) =>
        `${style.faint("no session")}  ${showDirectory(one.folder, context.home)}: ${count(one.files, "file")}`,
    ),
    ...fixed.map(({ file, kind }) => `${style.good(FIXED[kind])}  ${showDirectory(file, context.home)}`),
    ...lossLines({ ...sumOf(named), damaged: {} }).map(style.faint),
  ];
  const checked = `Checked ${count(files, "log")}, ${count(entries, "entry", "entries")}`;
  const explained = [...explanations(damage, style.bad), ...explanations(notices, style.faint)];
  if (explained.length > 0) lines.push("", ...explained, "");
  if (damage.length === 0) return [...lines, `${checked}: ${style.good("no damage")}`].join("\n");
  const found = style.bad(count(damage.length, "damaged range"));
  const changed = fixed.length === 0 ? "; nothing was changed" : "";
  const calm = style.faint(`Everything else is intact and readable${changed}. An import makes a clean copy.`);
  return [...lines, `${checked}: ${found}`, calm].join("\n");
}

const FIXED: Readonly<Record<Fix["kind"], string>> = {
  "tail-sealed": "closed the last line",
  "mode-narrowed": "narrowed the mode",
  "index-rebuilt": "rebuilt the index",
};

/** What each kind means, once. */
function explanations(found: readonly FileDamage[], paint: (text: string) => string): string[] {
  const kinds = new Set(found.map(({ kind }) => kind));
  return [...kinds].map((kind) => `${paint(kind)}  ${DAMAGE_WORDS[kind]}`);
}

function fileLines(
  { style, context }: Run,
  found: readonly FileDamage[],
  paint: (text: string) => string,
): string[] {
  let file: string | undefined;
  return found.flatMap((damage) => {
    const { offset, length, kind, detail } = damage;
    const end = offset + length;
    // A row of a database has no place in its file.
    const where = end === 0 ? "" : `bytes ${offset} to ${end}: `;
    const line = `  ${paint(kind)}  ${where}${style.faint(cleanLine(detail))}`;
    if (damage.file === file) return [line];
    file = damage.file;
    return [style.strong(showDirectory(file, context.home)), line];
  });
}
