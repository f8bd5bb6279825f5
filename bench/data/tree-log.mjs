import { lineSize } from "./line-size.mjs";
import { LogWriter } from "./log-writer.mjs";
import { messageOf, nextRole } from "./message.mjs";
import { seeded } from "./random.mjs";
import { textOf } from "./text.mjs";

const START = Date.UTC(2026, 0, 1);
const DEAD_RUN = 12;
const LIVE_RUN = 28;
const KEPT = 20;
/** What a line holds beside its text. */
const ENVELOPE = 520;

/**
 * Writes a log as an agent leaves it: 30 % of its entries on dead branches, a compaction with state for each 200 of the
 * active branch, leaf at the end. Gives what projecting needs of it: at the end, and where a tenth was written.
 */
export function writeTreeLog(
  file,
  { bytes, compactEvery = 200, cwd = "/repo/app", id, form = "native", seed = 1 },
) {
  const random = seeded(seed);
  const log = new LogWriter(file);
  let entries = 0;
  const envelope = (type, parent) => {
    const time = START + ++entries * 1000;
    return {
      type,
      id: uuidV7(time, random),
      parentId: parent?.id ?? null,
      timestamp: new Date(time).toISOString(),
    };
  };
  const append = (parent) => {
    const role = nextRole(parent);
    const text = textOf(Math.max(20, lineSize(random) - ENVELOPE), random);
    const message = messageOf(form, role, text, parent?.call, random);
    const entry = { ...envelope("message", parent), message };
    return { id: entry.id, role, call: message.call, ...log.put(entry) };
  };

  log.put(header(form, id ?? uuidV7(START, random), cwd));
  let context = [];
  let early;
  for (let live = 1; log.size < bytes || context.length < 2 * KEPT; live++) {
    const node = append(context.at(-1));
    context.push(node);
    if (live % LIVE_RUN === 0) for (let run = 0, at = node; run < DEAD_RUN; run++) at = append(at);
    if (live % compactEvery === 0) {
      const kept = cleanEnd(context);
      const entry = {
        ...envelope("compaction", node),
        ...compaction(form, textOf(2000, random), kept[0].id, log.size),
      };
      // The turn goes on behind it.
      context = [...kept, { ...node, id: entry.id, ...log.put(entry) }];
    }
    if (early === undefined && log.size > bytes / 10 && context.length > 3 * KEPT) early = placeOf(context);
  }
  log.close();
  return { file, bytes: log.size, entries, end: placeOf(context), early };
}

/** The last nodes of a context, no result without its call. */
function cleanEnd(context) {
  const last = context.length - KEPT;
  return context.slice(context.findLastIndex(({ role }, index) => role !== "toolResult" && index <= last));
}

/** An entry, and the byte ranges of its context. */
function placeOf(context) {
  return { id: context.at(-1).id, ranges: context.map(({ offset, length }) => [offset, length]) };
}

function header(form, id, cwd) {
  const timestamp = new Date(START).toISOString();
  return form === "pi"
    ? { type: "session", version: 3, id, timestamp, cwd }
    : { type: "session", format: "session-tree", version: 2, id, timestamp, cwd };
}

function compaction(form, summary, firstKeptEntryId, offset) {
  const common = { summary, firstKeptEntryId, tokensBefore: 100_000 };
  if (form === "pi") return common;
  const model = { provider: "anthropic", model: "claude-opus-4-5" };
  const state = { model, thinkingLevel: null, queue: [], system: [] };
  return { ...common, state, written: { offset, version: 2 } };
}

function uuidV7(time, random) {
  const hex = time.toString(16).padStart(12, "0");
  const digits = (count) =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
