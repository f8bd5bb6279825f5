import type { TreeView } from "@session-tree/core";
import type { Style } from "./color.ts";
import { count } from "./count.ts";
import type { EntryView } from "./entry-view.ts";
import { cleanLine } from "./sanitize.ts";
import { shortEntryIds } from "./short-id.ts";
import { treeRows, type RowKind, type TreeRow } from "./tree-rows.ts";
import { fit, padEnd, widthOf } from "./width.ts";

export interface TreeDrawing {
  readonly style: Style;
  /** Lines are cut to it; undefined: nothing is cut. */
  readonly width: number | undefined;
  readonly full: boolean;
}

const GLYPHS: Readonly<Record<RowKind, string>> = {
  user: "●",
  assistant: "○",
  system: "□",
  tools: "·",
  compaction: "◆",
  "branch summary": "◇",
  setting: "·",
  carried: "·",
  other: "·",
  unreadable: "×",
};

const GAP = "  ";
const LANE = "│ ";
const BRANCH = "├─";

/** A preview narrower than this says nothing: rather let the terminal wrap the line. */
const NARROWEST = 8;

/** The label itself is in the JSON; here it must leave room for the text. */
const LABEL_WIDTH = 30;

/** Draws a tree, one line an entry or a run of entries. Only branches indent, so a long session stays readable. */
export function* drawTree(
  tree: TreeView,
  views: ReadonlyMap<string, EntryView>,
  drawing: TreeDrawing,
): Generator<string> {
  const { style, width } = drawing;
  const rows = treeRows(tree, views, drawing.full);
  const short = shortEntryIds(rows.map(({ node }) => node.id));
  const idWidth = rows.reduce((most, { node }) => Math.max(most, widthOf(short(node.id))), 0);
  const wordWidth = rows.reduce((most, { kind }) => Math.max(most, kind.length), 0);
  for (const [index, row] of rows.entries()) {
    if (index > 0 && row.node.parentId === null) yield "";
    const lanes = row.opens ? LANE.repeat(row.depth - 1) + BRANCH : LANE.repeat(row.depth);
    const words = padEnd(wordOf(row), wordWidth);
    const marks = marksOf(row, tree.leaf, style);
    const taken = [idWidth, lanes.length + 1 + 1 + wordWidth, ...marks.map(({ text }) => widthOf(text))];
    const room =
      width === undefined ? Infinity : width - taken.reduce((sum, own) => sum + own + GAP.length, 0);
    const text = fit(row.text, Math.max(NARROWEST, room));
    const parts = [
      style.id(padEnd(short(row.node.id), idWidth)),
      `${style.faint(lanes)}${paint(style, row, GLYPHS[row.kind])} ${paint(style, row, words)}`,
      ...(text === "" ? [] : [textStyle(style, row)(text)]),
      ...marks.map((mark) => mark.paint(mark.text)),
    ];
    yield parts.join(GAP).trimEnd();
  }
  const leftOut = rows.reduce((sum, row) => sum + row.leftOut, 0);
  if (leftOut > 0)
    yield* ["", style.faint(`${count(leftOut, "entry", "entries")} carried along: --full shows them`)];
}

interface Mark {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** What stands behind an entry's text. */
function marksOf({ node }: TreeRow, leaf: string | null, style: Style): Mark[] {
  const marks = node.labels.map((label): Mark => ({
    text: `[${fit(cleanLine(label), LABEL_WIDTH)}]`,
    paint: style.label,
  }));
  if (node.gap) marks.push({ text: "⚠ what was before is lost", paint: style.bad });
  if (node.id === leaf) marks.push({ text: "← active", paint: style.mark });
  return marks;
}

function wordOf({ kind }: TreeRow): string {
  return kind === "other" || kind === "carried" ? "" : kind;
}

function paint(style: Style, { kind, failed }: TreeRow, text: string): string {
  switch (kind) {
    case "user":
      return style.user(text);
    case "assistant":
      return style.agent(text);
    case "tools":
      return failed ? style.bad(text) : style.tool(text);
    case "unreadable":
      return style.bad(text);
    case "compaction":
    case "branch summary":
      return style.warn(text);
    default:
      return style.faint(text);
  }
}

function textStyle(style: Style, { kind }: TreeRow): (text: string) => string {
  if (kind === "user") return style.strong;
  return kind === "assistant" ? (text) => text : style.faint;
}
