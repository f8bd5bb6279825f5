import type { Entry, TreeView } from "@session-tree/core";
import type { Call } from "../call.ts";
import { branchWalk, type Step } from "../output/branch-walk.ts";
import { count } from "../output/count.ts";
import { damageNote } from "../output/damage-note.ts";
import { viewEntry } from "../output/entry-view.ts";
import { lossLines } from "../output/loss-text.ts";
import { page } from "../output/pager.ts";
import { sessionHeading } from "../output/session-heading.ts";
import { shortEntryIds, type ShortId } from "../output/short-id.ts";
import { transcript, type TranscriptItem } from "../output/transcript.ts";
import { parentNote } from "../resolve/parent-note.ts";
import { withTarget, type Target } from "../resolve/target.ts";
import type { Run } from "../run.ts";

export interface ShowOptions {
  readonly all?: boolean;
  readonly full?: boolean;
}

export async function show(run: Run, { args, options }: Call<ShowOptions>): Promise<void> {
  await withTarget(run, { session: args[0] }, async (target) => {
    const { session, summary, at = session.leaf } = target;
    const tree = await session.tree();
    if (run.json) {
      const entries: Entry[] = [];
      for await (const entry of session.entries()) entries.push(entry);
      const report = await session.report();
      return run.printJson({ session: session.id, leaf: at, entries, damage: tree.damage, report });
    }
    const items = options.all ? await wholeTree(target, tree) : await oneBranch(target, tree, at);
    const { stdout, timeZone } = run.context;
    const short = shortEntryIds(items.map(({ id }) => id));
    const width = stdout.isTTY ? stdout.columns : undefined;
    const telling = { style: run.style, width, full: options.full ?? false, short, timeZone };
    const parent = await parentNote(target.store, summary);
    // The damage has a note of its own.
    const losses =
      session.dialect === "native" ? [] : lossLines({ ...(await session.report()), damaged: {} });
    return page(run, text());

    function* text(): Generator<string> {
      yield sessionHeading(run, summary, parent).trimEnd();
      yield "\n";
      if (items.length === 0) yield "\nNo entries yet\n";
      for (const line of transcript(items, telling)) yield `${line}\n`;
      yield damageNote(run, summary, tree.damage);
      if (losses.length > 0) yield `\n${losses.map((line) => run.style.faint(line)).join("\n")}\n`;
    }
  });
}

/** The path to an entry, with a marker where other branches leave it. */
async function oneBranch(
  { session }: Target,
  { nodes }: TreeView,
  at: string | null,
): Promise<TranscriptItem[]> {
  const labels = session.labels();
  const children = new Map<string, number>();
  for (const { parentId } of nodes)
    if (parentId !== null) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  let others = 0;
  return (await session.path(at)).map(({ entry, problem, gap }) => {
    const branches =
      others > 0 ? `${count(others, "other branch", "other branches")} here: --all shows them` : undefined;
    others = (children.get(entry.id) ?? 1) - 1;
    const marker = gap ? "what was before is lost; this stood next in the log" : branches;
    return { ...itemOf(entry, labels, problem), marker };
  });
}

/** Every branch, the active one last, with a marker where one starts and where an earlier one goes on. */
async function wholeTree({ session }: Target, tree: TreeView): Promise<TranscriptItem[]> {
  const labels = session.labels();
  const entries = new Map<string, Entry>();
  for await (const entry of session.entries()) if (!entries.has(entry.id)) entries.set(entry.id, entry);
  const short = shortEntryIds(tree.nodes.map(({ id }) => id));
  let before: Step | undefined;
  return [...branchWalk(tree)].flatMap((step): TranscriptItem[] => {
    const entry = entries.get(step.node.id);
    const marker = markerOf(step, before, short);
    before = step;
    return entry === undefined ? [] : [{ ...itemOf(entry, labels, undefined), marker }];
  });
}

function markerOf({ node, opens }: Step, before: Step | undefined, short: ShortId): string | undefined {
  const { parentId, gap } = node;
  if (gap) return "what was before is lost";
  if (before === undefined) return undefined;
  if (parentId === null) return "another beginning";
  if (opens) return `a branch from ${short(parentId)}`;
  return parentId === before.node.id ? undefined : `on from ${short(parentId)}`;
}

function itemOf(
  entry: Entry,
  labels: ReadonlyMap<string, string>,
  problem: string | undefined,
): TranscriptItem {
  const { id, timestamp } = entry;
  const label = labels.get(id);
  const view = problem === undefined ? viewEntry(entry) : ({ kind: "unreadable", text: problem } as const);
  return { id, view, timestamp: timestamp || null, labels: label === undefined ? [] : [label] };
}
