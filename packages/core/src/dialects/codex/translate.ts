import { textIn } from "../../answers/answer-parts.ts";
import type { Entry } from "../../format/entries.ts";
import type { ForeignSession, Told } from "../translation.ts";
import { unlessRefused } from "../../log/io-error.ts";
import { findThread } from "./find-thread.ts";
import { openHistory, type History } from "./history.ts";
import { parentOf, threadHeader } from "./thread-header.ts";
import { ThreadTelling } from "./thread-telling.ts";

const MODES: ReadonlySet<unknown> = new Set([undefined, "legacy", "paginated"]);

/** Tells a thread of Codex. @throws NotFoundError, NotASessionError, LogIoError, UnsupportedVersionError */
export function* translateThread({ file }: ForeignSession): Generator<Told> {
  const history = openHistory(file);
  try {
    const { own, notices } = history;
    const meta = own.meta ?? {};
    yield { header: threadHeader(own.threadId, meta, forkPoint(history)) };
    for (const notice of notices) yield { notice };
    const mode = meta["history_mode"];
    if (!MODES.has(mode))
      yield { notice: `The history mode ${JSON.stringify(mode)} is not known: it is read as far as it goes` };
    yield* told(history);
  } finally {
    history.close();
  }
}

function* told({ segments, own }: History): Generator<Exclude<Told, { header: unknown }>> {
  const meta = own.meta ?? {};
  const telling = new ThreadTelling({
    origin: segments[0]!.rollout.origin ?? own.file,
    timestamp: textIn(meta, "timestamp") ?? "",
    cwd: textIn(meta, "cwd"),
    provider: textIn(meta, "model_provider"),
  });
  for (const { rollout, to } of segments) {
    let begun = false;
    for (const line of rollout.lines(to)) {
      if ("damage" in line) {
        telling.damage();
        if (rollout === own) yield line;
        continue;
      }
      // What a thread says of itself is in the header.
      if (!begun && line.kind === "session_meta" && textIn(line.payload, "id") === rollout.threadId) {
        begun = true;
        continue;
      }
      for (const entry of telling.take(line)) yield { entry };
    }
  }
  for (const entry of telling.end()) yield { entry };
}

/** The last entry of the conversation that a fork has in common with its parent; undefined: it is none, or that is gone. */
function forkPoint(history: History): string | undefined {
  const parent = parentOf(history.own.meta ?? {});
  const file = parent === undefined ? undefined : findThread(history.own.file, parent);
  const parentHistory = file === undefined ? undefined : unlessRefused(() => openHistory(file));
  if (parentHistory === undefined) return undefined;
  let point: string | undefined;
  const theirs = conversation(parentHistory);
  const ours = conversation(history);
  try {
    for (const { id } of ours) {
      if (theirs.next().value?.id !== id) break;
      point = id;
    }
  } finally {
    parentHistory.close();
  }
  return point;
}

function* conversation(history: History): Generator<Entry, undefined> {
  for (const one of told(history)) if ("entry" in one && CONVERSATION.has(one.entry.type)) yield one.entry;
  return undefined;
}

const CONVERSATION: ReadonlySet<string> = new Set(["message", "custom_message", "compaction"]);
