import type { SearchHit } from "@session-tree/core";
import { wrapAnsi } from "fast-wrap-ansi";
import type { Run } from "../run.ts";
import type { Style } from "./color.ts";
import { count } from "./count.ts";
import { showDirectory } from "./directory.ts";
import { relativeTime } from "./relative-time.ts";
import { cleanLine } from "./sanitize.ts";
import { shortEntryId, type ShortId } from "./short-id.ts";
import { fit } from "./width.ts";

/** A hit as `--json` gives it. The keys and their order are a promise to scripts; new ones go to the end. */
export function hitJson(hit: SearchHit) {
  const { session, entryId, type, role, tool, timestamp, leaf, active, snippet, copies } = hit;
  const at = `${session.id}@${entryId}`;
  return { session, entryId, type, role, tool, timestamp, leaf, active, snippet, copies, at };
}

/** A hit for a pipe: its fields, with tabs between. */
export function hitLine({ session, entryId, role, timestamp, snippet }: SearchHit): string {
  const { id, dialect, cwd } = session;
  const fields = [id, entryId, role, timestamp ?? "", dialect, cwd ?? "", titleOf(session), snippet.text];
  return fields.map(cleanLine).join("\t");
}

export type HandleOf = (hit: SearchHit) => string;

/** What to type to get to a hit: its session and entry, in their short form. */
export function handlesOf(shortSession: ShortId): HandleOf {
  return ({ session, entryId }) => `${shortSession(session.id)}@${shortEntryId(entryId)}`;
}

/** Hits for a terminal, one text each: what to type to get there, whose words they are, and the words. */
export function* hitTexts(run: Run, hits: readonly SearchHit[], handleOf: HandleOf): Generator<string> {
  const { style, context } = run;
  const width = context.stdout.columns;
  for (const [index, hit] of hits.entries()) {
    const { session, timestamp, active, copies } = hit;
    const at = handleOf(hit);
    const who = speaker(hit);
    const facts = [
      relativeTime(timestamp, context.now()),
      ...(session.dialect === "native" ? [] : [cleanLine(session.dialect)]),
      ...(active ? [] : ["another branch"]),
      ...(session.archived ? ["archived"] : []),
      ...(copies.length === 0 ? [] : [`also in ${count(copies.length, "other session")}`]),
      ...(session.cwd === run.cwd ? [] : [showDirectory(session.cwd, context.home)]),
      cleanLine(titleOf(session)),
    ];
    const room = Math.max(10, width - at.length - who.length - 4);
    const heading = `${style.id(at)}  ${PAINTS[hit.role](style)(who)}  ${style.faint(fit(facts.join(" · "), room))}`;
    const words = wrapAnsi(marked(hit, style), Math.max(20, Math.min(width, 100) - 2), { hard: true });
    const body = words.split("\n").map((line) => `  ${line}`);
    yield `${index === 0 ? "" : "\n"}${[heading, ...body].join("\n")}\n`;
  }
}

const PAINTS: Readonly<Record<SearchHit["role"], (style: Style) => (text: string) => string>> = {
  user: ({ user }) => user,
  assistant: ({ agent }) => agent,
  tool: ({ tool }) => tool,
  summary: ({ strong }) => strong,
  other: ({ strong }) => strong,
};

function speaker({ role, tool }: SearchHit): string {
  return role === "tool" && tool !== null ? fit(cleanLine(tool), 20) : role;
}

/** The snippet with its hits in colour or, without colours, between guillemets. */
function marked({ snippet: { text, marks } }: SearchHit, style: Style): string {
  const paint = style.hit("") === "" ? (hit: string) => `«${hit}»` : style.hit;
  let made = "";
  let done = 0;
  for (const { start, end } of marks) {
    made += cleanLine(text.slice(done, start)) + paint(cleanLine(text.slice(start, end)));
    done = end;
  }
  return made + cleanLine(text.slice(done));
}

function titleOf({ name, title }: SearchHit["session"]): string {
  return name ?? title ?? "(no text)";
}
