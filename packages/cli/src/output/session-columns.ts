import type { SessionSummary } from "@session-tree/core";
import type { Run } from "../run.ts";
import { showDirectory } from "./directory.ts";
import { modelName } from "./model-name.ts";
import { relativeTime, shortRelativeTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import { shortAgent } from "./short-agent.ts";
import type { ShortId } from "./short-id.ts";
import type { Column } from "./table.ts";
import { titleOf } from "./title.ts";
import { fit } from "./width.ts";

type SessionColumn = Column<SessionSummary>;

/**
 * The columns of `list`. A pipe gets all of them, in this order, with whole ids and exact times.
 * @param subagents how many sessions of subagents a row stands for, by its file
 */
export function sessionColumns(
  run: Run,
  sessions: readonly SessionSummary[],
  short: ShortId,
  subagents: ReadonlyMap<string, number> = new Map(),
): SessionColumn[] {
  const { style, context, cwd: here } = run;
  const now = context.now();
  // Titles are what people look for: where there is little room, the rest is told in fewer letters.
  const narrow = context.stdout.columns < 100;
  const directoryWidth = narrow ? 16 : 30;
  const age = narrow ? shortRelativeTime : relativeTime;
  return [
    { heading: "ID", cell: ({ id }) => short(id), plain: ({ id }) => cleanLine(id), paint: style.id },
    {
      heading: "ACTIVE",
      cell: ({ active }) => age(active, now),
      plain: ({ active }) => active ?? "",
      paint: style.faint,
    },
    { heading: "MSGS", cell: ({ messages }) => String(messages), align: "right" },
    {
      heading: "BRANCHES",
      cell: ({ branches }) => (branches > 1 ? String(branches) : ""),
      plain: ({ branches }) => String(branches),
      align: "right",
      optional: true,
      idle: sessions.every(({ branches }) => branches < 2),
    },
    {
      heading: "AGENT",
      cell: ({ dialect }) => cleanLine(narrow ? shortAgent(dialect) : dialect),
      plain: ({ dialect }) => cleanLine(dialect),
      idle: sessions.every(({ dialect }) => dialect === "native"),
    },
    {
      heading: "MODEL",
      cell: ({ model }) => fit(modelName(model), 20),
      plain: wholeModel,
      paint: style.faint,
      optional: true,
      idle: sessions.every(({ model }) => model === null),
    },
    {
      heading: "DIRECTORY",
      cell: ({ cwd }) => endOf(showDirectory(cwd, context.home), directoryWidth),
      plain: ({ cwd }) => cleanLine(cwd ?? ""),
      idle: sessions.every(({ cwd }) => cwd === here),
      paint: style.faint,
    },
    {
      heading: "TITLE",
      grow: 32,
      cell: (session) => [...marks(session, subagents.get(session.file) ?? 0), titleOf(session)].join(" "),
      plain: titleOf,
      paint: (text, { name, archived }) =>
        archived ? style.faint(text) : name === null ? text : style.strong(text),
    },
  ];
}

/** What stands before a title: it must be seen even where the title is cut. */
function marks({ damage, archived, relation, tags }: SessionSummary, subagents: number): string[] {
  return [
    ...(damage > 0 ? [`⚠${damage}`] : []),
    ...(subagents > 0 ? [`+${subagents}`] : []),
    ...(archived ? ["(archived)"] : []),
    ...(relation === "subagent" ? ["(subagent)"] : []),
    ...tags.map((tag) => `#${cleanLine(tag)}`),
  ];
}

function wholeModel({ model }: SessionSummary): string {
  return model === null ? "" : cleanLine(model.model);
}

/** The end of a directory is what tells it from others. */
function endOf(directory: string, width: number): string {
  return directory.length <= width ? directory : `…${directory.slice(1 - width)}`;
}
