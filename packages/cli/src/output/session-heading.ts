import type { SessionSummary } from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { showDirectory } from "./directory.ts";
import { modelName } from "./model-name.ts";
import { relativeTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import { titleOf } from "./title.ts";
import { fit } from "./width.ts";

/** What stands above a session's tree or transcript: two lines and an empty one. `parent` tells where it came from. */
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
  return `${style.strong(fit(titleOf(summary), room))}\n${style.faint(fit(facts.join(" · "), room))}\n\n`;
}
