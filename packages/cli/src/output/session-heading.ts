import type { SessionSummary } from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { showDirectory } from "./directory.ts";
import { modelName } from "./model-name.ts";
import { relativeTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import { titleOf } from "./title.ts";
import { fit, widthOf } from "./width.ts";

/**
 * What stands above a session's tree or transcript: the title, facts on as many lines as they need, and an empty line.
 * `parent` tells where it came from.
 */
export function sessionHeading({ style, context }: Run, summary: SessionSummary, parent?: string): string {
  const { id, dialect, cwd, model, messages, branches, active } = summary;
  const facts = [
    cleanLine(id),
    ...(dialect === "native" ? [] : [cleanLine(dialect)]),
    count(messages, "message"),
    ...(branches > 1 ? [count(branches, "branch", "branches")] : []),
    relativeTime(active, context.now()),
    ...(model === null ? [] : [modelName(model)]),
    showDirectory(cwd, context.home),
    ...(parent === undefined ? [] : [parent]),
  ];
  const room = context.stdout.isTTY ? context.stdout.columns : Infinity;
  const lines = linesOf(facts, room).map((line) => style.faint(fit(line, room)));
  return `${[style.strong(fit(titleOf(summary), room)), ...lines].join("\n")}\n\n`;
}

/** A fact that does not fit starts a line. */
function linesOf(facts: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const longer = lines.length === 0 ? fact : `${lines.at(-1)} · ${fact}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines;
}
