import { AmbiguousError, SessionTreeError, type Candidate, type ErrorCode } from "@session-tree/core";
import { isClosedPipe } from "./closed-pipe.ts";
import { ExitCode } from "./exit-codes.ts";
import { relativeTime } from "./output/relative-time.ts";
import { cleanLine } from "./output/sanitize.ts";
import { shortEntryIds, shortSessionIds } from "./output/short-id.ts";
import { fit } from "./output/width.ts";
import type { Run } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/** Says what went wrong, for a person on stderr or as one JSON value on stdout, and gives the exit code for it. */
export async function reportError(run: Run, error: unknown): Promise<number> {
  if (!run.json) await run.context.stderr.write(errorText(run, error));
  else {
    try {
      await run.printJson({ error: errorJson(error) });
    } catch (unwritable) {
      if (isClosedPipe(unwritable)) throw unwritable;
      // Where stdout takes nothing, such as on a full disk, stderr has to do.
      await run.context.stderr.write(errorText(run, unwritable));
      return ExitCode.Failed;
    }
  }
  return exitCodeOf(error);
}

/** An error as `--json` tells it. */
export function errorJson(error: unknown) {
  const hint = hintOf(error);
  return {
    code: codeOf(error),
    message: messageOf(error),
    ...(hint !== undefined && { hint }),
    ...(error instanceof AmbiguousError && { candidates: error.candidates }),
  };
}

function errorText(run: Run, error: unknown): string {
  const { noteStyle: style, context } = run;
  const lines = [`${style.bad("error:")} ${cleanLine(messageOf(error))}`];
  if (error instanceof AmbiguousError) lines.push(...candidateLines(run, error.candidates));
  const hint = hintOf(error);
  if (hint !== undefined) lines.push(`${style.faint("hint:")} ${cleanLine(hint)}`);
  if (
    codeOf(error) === "INTERNAL" &&
    context.env["SESSIONS_DEBUG"] &&
    error instanceof Error &&
    error.stack !== undefined
  ) {
    lines.push(...error.stack.split("\n").map(cleanLine));
  }
  return `${lines.join("\n")}\n`;
}

const SHOWN = 20;

function candidateLines({ noteStyle: style, context }: Run, candidates: readonly Candidate[]): string[] {
  const ids = candidates.map(({ id }) => id);
  // Only sessions have files; entries are shown by their ends.
  const short = candidates.some(({ file }) => file !== undefined) ? shortSessionIds(ids) : shortEntryIds(ids);
  const copied = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const shown = candidates.slice(0, SHOWN).map(({ id, title, active, file }) => {
    const age = active === undefined ? "" : `  ${style.faint(relativeTime(active, context.now()))}`;
    const place = copied.has(id) && file !== undefined ? `\n    ${cleanLine(file)}` : "";
    return `  ${style.id(short(id))}  ${fit(cleanLine(title), 50)}${age}${place}`;
  });
  const more = candidates.length - shown.length;
  return more > 0 ? [...shown, style.faint(`  and ${more} more`)] : shown;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return ExitCode.Usage;
  if (!(error instanceof SessionTreeError)) return ExitCode.Failed;
  return EXIT_CODES[error.code] ?? ExitCode.Failed;
}

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: ExitCode.NotFound,
  AMBIGUOUS: ExitCode.Ambiguous,
  INVALID_ARGUMENT: ExitCode.Usage,
};

function codeOf(error: unknown): string {
  if (error instanceof UsageError) return "USAGE";
  if (error instanceof SessionTreeError) return error.code;
  return isSystemError(error) ? "IO" : "INTERNAL";
}

/** The operating system refused something that core does not report itself. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hintOf(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof SessionTreeError) return error.hint;
  return codeOf(error) === "INTERNAL"
    ? "This is a bug in sessions; SESSIONS_DEBUG=1 shows where."
    : undefined;
}
