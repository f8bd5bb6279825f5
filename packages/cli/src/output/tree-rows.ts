import type { TreeView, TreeViewNode } from "@session-tree/core";
import { branchWalk } from "./branch-walk.ts";
import { carriedText } from "./carried-text.ts";
import { count } from "./count.ts";
import { plainText, type EntryView, type ToolCall } from "./entry-view.ts";
import { cleanLine } from "./sanitize.ts";
import { callSubject, toolCounts } from "./tool-call.ts";

export type RowKind =
  | "user"
  | "assistant"
  | "system"
  | "tools"
  | "compaction"
  | "branch summary"
  | "setting"
  | "carried"
  | "other"
  | "unreadable";

/** A line of the drawing: one entry, or a run of them. Texts are safe to print. */
export interface TreeRow {
  readonly kind: RowKind;
  readonly depth: number;
  readonly opens: boolean;
  /** The last node of the run that is not carried along: the one to check out. */
  readonly node: TreeViewNode;
  /** How many entries that are carried along are left out behind it. */
  readonly leftOut: number;
  readonly text: string;
  readonly failed: boolean;
}

interface Member {
  readonly node: TreeViewNode;
  readonly view: EntryView;
}

/** Entries that are drawn as one line. */
interface Fold {
  readonly kind: RowKind;
  readonly depth: number;
  readonly opens: boolean;
  readonly members: Member[];
}

/**
 * The lines of a tree's drawing. Unless `full`, runs of tool calls and of settings are one line each, and what is carried
 * along is left out behind others.
 */
export function treeRows(tree: TreeView, views: ReadonlyMap<string, EntryView>, full: boolean): TreeRow[] {
  const folds: Fold[] = [];
  const calls = new Calls();
  let open: Fold | undefined;
  for (const { node, depth, opens, children } of branchWalk(tree)) {
    const view = views.get(node.id) ?? { kind: "other", text: node.type };
    calls.pass(view);
    const kind = kindOf(view, full);
    const alone = full || node.labels.length > 0 || node.gap || node.id === tree.leaf;
    const isBehind = kind === "carried" && folds.at(-1)?.members.at(-1)?.node.id === node.parentId;
    const fold = isBehind ? folds.at(-1) : open?.kind === kind ? open : undefined;
    if (fold !== undefined && !opens && !alone) fold.members.push({ node, view });
    else {
      open = { kind, depth, opens, members: [{ node, view }] };
      folds.push(open);
    }
    // A run ends where a branch starts, and folds only what a reader skips.
    if (alone || children !== 1 || !FOLDED.has(kind)) open = undefined;
  }
  return folds.map((fold) => rowOf(fold, calls));
}

const isCarried = ({ view }: Member) => view.kind === "carried";

const FOLDED: ReadonlySet<RowKind> = new Set<RowKind>(["tools", "setting", "carried"]);

/** The calls of a tree, as a walk comes by them. */
class Calls {
  readonly #latest = new Map<string, ToolCall>();
  readonly #unanswered = new Set<ToolCall>();

  pass(view: EntryView): void {
    for (const call of callsOf(view)) {
      this.#latest.set(call.id, call);
      this.#unanswered.add(call);
    }
    const answered = view.kind === "result" ? this.#latest.get(view.callId) : undefined;
    if (answered !== undefined) this.#unanswered.delete(answered);
  }

  name(callId: string): string | undefined {
    return this.#latest.get(callId)?.name;
  }

  /** Its result may stand in another line of the drawing. */
  isUnanswered(call: ToolCall): boolean {
    return this.#unanswered.has(call);
  }
}

function rowOf({ kind, depth, opens, members }: Fold, calls: Calls): TreeRow {
  const failed = members.some(({ view }) => view.kind === "result" && view.failed);
  const text = kind === "tools" ? toolsText(members, calls) : textOf(kind, members);
  const { node } = members.findLast((member) => !isCarried(member)) ?? members.at(-1)!;
  const leftOut = kind === "carried" ? 0 : members.filter(isCarried).length;
  return { kind, depth, opens, node, leftOut, text, failed };
}

function textOf(kind: RowKind, members: readonly Member[]): string {
  if (kind === "setting") return settingsText(members);
  if (kind === "carried") return carriedText(members.map(({ view }) => ("text" in view ? view.text : "")));
  const { view, node } = members[0]!;
  if ("parts" in view)
    return line(plainText(view.parts)) || (view.end === undefined ? "" : `(${line(view.end)})`);
  return line("text" in view && view.text !== "" ? view.text : node.preview);
}

/** Of each setting what it came to. */
function settingsText(members: readonly Member[]): string {
  const texts = members.flatMap(({ view }) => (view.kind === "setting" ? view.text : []));
  const last = new Map(texts.map((text) => [text.slice(0, text.indexOf(" ")), text]));
  return cleanLine([...last.values()].join(", "));
}

function toolsText(members: readonly Member[], known: Calls): string {
  const results = members.flatMap(({ view }) => (view.kind === "result" ? [view] : []));
  const calls = members.flatMap(({ view }) => callsOf(view));
  const only = calls.length === 1 && results.length <= 1 ? calls[0] : undefined;
  const unanswered = calls.filter((call) => known.isUnanswered(call)).length;
  const names = results.map(({ tool, callId }) => tool ?? known.name(callId) ?? "tool");
  const failed = results.filter((result) => result.failed).length;
  const parts = [
    only === undefined
      ? toolCounts(results.length > 0 ? names : calls.map(({ name }) => name))
      : `${cleanLine(only.name)} ${callSubject(only)}`,
    ...(failed > 0 ? [results.length === 1 ? "failed" : `${failed} failed`] : []),
    ...(unanswered > 0
      ? [unanswered === calls.length ? "no answer" : `${count(unanswered, "call")} without an answer`]
      : []),
  ];
  return parts.join(" · ");
}

/** An assistant message that calls tools is a step of the work; the answer is the one that calls none. */
function kindOf(view: EntryView, full: boolean): RowKind {
  if (view.kind === "result") return "tools";
  if (view.kind !== "assistant" || callsOf(view).length === 0) return view.kind;
  return full && plainText(view.parts).trim() !== "" ? "assistant" : "tools";
}

function callsOf(view: EntryView): ToolCall[] {
  return "parts" in view ? view.parts.filter((part) => part.kind === "call") : [];
}

const LENGTH = 200;

function line(text: string): string {
  return cleanLine(
    text
      .slice(0, LENGTH * 4)
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, LENGTH),
  );
}
