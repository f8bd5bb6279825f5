import type { TrashedSession } from "@session-tree/core";
import type { Run } from "../run.ts";
import { showBytes } from "./bytes.ts";
import { showDirectory } from "./directory.ts";
import { relativeTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import type { Column } from "./table.ts";
import { fit } from "./width.ts";

/** The columns of `trash`; `handle` names a session to `restore`. A pipe gets whole ids and exact values. */
export function trashColumns(
  { style, context }: Run,
  handle: (session: TrashedSession) => string,
): Column<TrashedSession>[] {
  const now = context.now();
  return [
    { heading: "ID", cell: handle, plain: ({ id }) => cleanLine(id), paint: style.id },
    {
      heading: "DELETED",
      cell: ({ deletedAt }) => relativeTime(deletedAt, now),
      plain: ({ deletedAt }) => cleanLine(deletedAt),
      paint: style.faint,
    },
    {
      heading: "SIZE",
      cell: ({ bytes }) => showBytes(bytes),
      plain: ({ bytes }) => String(bytes),
      align: "right",
      optional: true,
    },
    {
      heading: "DIRECTORY",
      cell: ({ cwd }) => fit(showDirectory(cwd, context.home), 30),
      plain: ({ cwd }) => cleanLine(cwd ?? ""),
      paint: style.faint,
    },
    { heading: "TITLE", grow: 32, cell: ({ name, title }) => cleanLine(name ?? title ?? "(no text)") },
    { heading: "ITEM", cell: ({ item }) => cleanLine(item), idle: true },
  ];
}
