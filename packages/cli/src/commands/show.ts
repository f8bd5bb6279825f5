import type { Entry, Session, TreeView } from "@session-tree/core";
import type { Call } from "../call.ts";
import { branchWalk, type Step } from "../output/branch-walk.ts";
import { count } from "../output/count.ts";
import { condensed } from "../output/condensed.ts";
import { damageNote } from "../output/damage-note.ts";
import { viewEntry } from "../output/entry-view.ts";
import { toJson } from "../output/json.ts";
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
    if (run.json) return printWhole(run, session, at);
    const tree = await session.tree();
    const full = options.full ?? false;
    const items = options.all ? await wholeTree(target, tree, full) : await oneBranch(target, tree, at, full);
    const { stdout, timeZone } = run.context;
    const short = shortEntryIds(items.map(({ id }) => id));
    const width = stdout.isTTY ? stdout.columns : undefined;
    const telling = { style: run.style, width, full, short, timeZone };
    const parent = await parentNote(target.store, summary);
    // The damage has a note of its own.
    const losses =
      session.dialect === "native" ? [] : lossLines({ ...(await session.report()), damaged: {} });
    // Who names an entry looks for it: the branch ends there.
    return page(run, text(), target.at === undefined || options.all ? "start" : "end");

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

/** One entry after the other: the whole log may be larger than the memory. */
async function printWhole(run: Run, session: Session, leaf: string | null): Promise<void> {
  const { stdout } = run.context;
  const damage = await session.damage();
  const report = await session.report(damage);
  await stdout.write(`${toJson({ session: session.id, leaf }).slice(0, -1)},"entries":[`);
  let comma = "";
  for await (const entry of session.entries()) {
    await stdout.write(comma + toJson(entry));
    comma = ",";
  }
  await stdout.write(`],${toJson({ damage, report }).slice(1)}\n`);
}

/** The path to an entry, with a marker where other branches leave it. */
async function oneBranch(
  { session }: Target,
  { nodes }: TreeView,
  at: string | null,
  full: boolean,
): Promise<TranscriptItem[]> {
  const labels = session.labels();
  const children = new Map<string, number>();
  for (const { parentId } of nodes)
    if (parentId !== null) children.set(parentId, (children.get(parentId) ?? 0) + 1);
  let others = 0;
  const items: TranscriptItem[] = [];
  for await (const { entry, problem, gap } of session.walk(at)) {
    const branches =
      others > 0 ? `${count(others, "other branch", "other branches")} here: --all shows them` : undefined;
    others = (children.get(entry.id) ?? 1) - 1;
    const marker = gap ? "what was before is lost; this stood next in the log" : branches;
    items.push({ ...itemOf(entry, labels, problem, full), marker });
  }
  return items;
}

/** Every branch, the active one last, with a marker where one starts and where an earlier one goes on. */
async function wholeTree({ session }: Target, tree: TreeView, full: boolean): Promise<TranscriptItem[]> {
  const labels = session.labels();
  const items = new Map<string, TranscriptItem>();
  for await (const entry of session.entries())
    if (!items.has(entry.id)) items.set(entry.id, itemOf(entry, labels, undefined, full));
  const short = shortEntryIds(tree.nodes.map(({ id }) => id));
  let before: Step | undefined;
  return [...branchWalk(tree)].flatMap((step): TranscriptItem[] => {
    const item = items.get(step.node.id);
    const marker = markerOf(step, before, short);
    before = step;
    return item === undefined ? [] : [{ ...item, marker }];
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
  full: boolean,
): TranscriptItem {
  const { id, timestamp } = entry;
  const label = labels.get(id);
  const whole = problem === undefined ? viewEntry(entry) : ({ kind: "unreadable", text: problem } as const);
  const view = full ? whole : condensed(whole);
  return { id, view, timestamp: timestamp || null, labels: label === undefined ? [] : [label] };
}
