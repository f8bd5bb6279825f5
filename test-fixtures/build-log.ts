import { closeSync, openSync, writeSync } from "node:fs";
import { Prose, type LengthShare } from "./prose.ts";
import { Random } from "./random.ts";

/** What a generated log is like. The same plan gives the same bytes, on every machine. */
export interface LogPlan {
  readonly seed?: number;
  /** End with the entry that brings the file to this size. */
  readonly bytes?: number;
  /** End after so many entries. */
  readonly entries?: number;
  /** The chance that a turn goes on from the end of an earlier turn. Default: 0.02. */
  readonly branching?: number;
  /** Compact at the first end of a turn after every so many entries. Default: never. */
  readonly compactEvery?: number;
  /** How long texts are. Default: most are short, some long, a few very long. */
  readonly lengths?: readonly LengthShare[];
  readonly cwd?: string;
}

/** What a generated log holds. */
export interface BuiltLog {
  readonly session: string;
  readonly bytes: number;
  readonly entries: number;
  /** The id of the last entry, the active leaf. */
  readonly leaf: string | null;
}

const LENGTHS: readonly LengthShare[] = [
  { share: 60, longest: 200 },
  { share: 30, longest: 2_000 },
  { share: 9, longest: 20_000 },
  { share: 1, longest: 200_000 },
];

/** How many turns a new branch can start from: a bound on memory, however long the log. */
const REMEMBERED = 1_000;

const MODEL = { provider: "anthropic", model: "claude-sonnet-4-5" };

const START = Date.UTC(2026, 0, 1, 9);

/**
 * The lines of a native log, one at a time: turns of a question, a tool call, its result and an answer.
 * @throws RangeError if the plan has no end
 */
export function* buildLog(plan: LogPlan): Generator<Buffer, BuiltLog> {
  const { seed = 1, bytes: maxBytes = Infinity, entries: maxEntries = Infinity } = plan;
  if (maxBytes === Infinity && maxEntries === Infinity) throw new RangeError("give `bytes` or `entries`");
  const { branching = 0.02, compactEvery = Infinity, cwd = "/home/ada/projects/large" } = plan;
  const random = new Random(seed);
  const prose = new Prose(random, plan.lengths ?? LENGTHS);
  const session = idAt(START);
  const turnEnds: string[] = [];
  let leaf: string | null = null;
  let bytes = 0;
  let entries = 0;
  let entriesAtCompaction = 0;

  const header = {
    type: "session",
    format: "session-tree",
    version: 2,
    id: session,
    timestamp: timeAt(START),
    cwd,
  };
  yield line(header);
  while (!isFull()) {
    if (random.next() < branching && turnEnds.length > 0) leaf = random.pick(turnEnds);
    let firstKeptEntryId: string | undefined;
    for (const body of turn()) {
      yield entry(body);
      firstKeptEntryId ??= leaf!;
      if (isFull()) return { session, bytes, entries, leaf };
    }
    turnEnds[turnEnds.length < REMEMBERED ? turnEnds.length : random.below(REMEMBERED)] = leaf!;
    if (entries - entriesAtCompaction >= compactEvery) {
      entriesAtCompaction = entries;
      const state = { model: MODEL, thinkingLevel: null, queue: [], system: [] };
      const written = { offset: bytes, version: 2 };
      yield entry({ type: "compaction", summary: prose.text(), firstKeptEntryId, state, written });
    }
  }
  return { session, bytes, entries, leaf };

  function isFull(): boolean {
    return bytes >= maxBytes || entries >= maxEntries;
  }

  function* turn(): Generator<Body> {
    const usage = {
      inputTokens: random.below(90_000),
      outputTokens: random.below(2_000),
      cost: random.below(100) / 1000,
    };
    const toolCallId = `call_${random.hex(8)}`;
    const call = {
      type: "toolCall",
      id: toolCallId,
      name: "bash",
      input: { command: `cat src/${random.hex(4)}.ts` },
    };
    yield message({ role: "user", content: [textBlock()] });
    yield message({
      role: "assistant",
      content: [textBlock(), call],
      ...MODEL,
      stopReason: "toolUse",
      usage,
    });
    yield message({
      role: "toolResult",
      toolCallId,
      toolName: "bash",
      isError: false,
      content: [textBlock()],
    });
    yield message({ role: "assistant", content: [textBlock()], ...MODEL, stopReason: "stop", usage });
  }

  function textBlock() {
    return { type: "text", text: prose.text() };
  }

  function entry({ type, ...rest }: Body): Buffer {
    entries++;
    const time = START + entries * 1_000;
    const id = idAt(time);
    const made = line({ type, id, parentId: leaf, timestamp: timeAt(time), ...rest });
    leaf = id;
    return made;
  }

  function line(value: object): Buffer {
    const made = Buffer.from(`${JSON.stringify(value)}\n`);
    bytes += made.length;
    return made;
  }

  /** A UUIDv7 of this time. */
  function idAt(time: number): string {
    const hex = time.toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(6)}${random.hex(6)}`;
  }
}

/** Writes a generated log to `file`, in bounded memory. */
export function writeLog(file: string, plan: LogPlan): BuiltLog {
  const descriptor = openSync(file, "wx");
  try {
    const lines = buildLog(plan);
    for (let next = lines.next(); ; next = lines.next()) {
      if (next.done) return next.value;
      writeSync(descriptor, next.value);
    }
  } finally {
    closeSync(descriptor);
  }
}

type Body = { readonly type: string } & Readonly<Record<string, unknown>>;

function message(value: object): Body {
  return { type: "message", message: value };
}

function timeAt(time: number): string {
  return new Date(time).toISOString();
}
