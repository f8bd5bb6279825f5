import { basename } from "node:path";
import { NotASessionError } from "../../errors.ts";
import { textIn } from "../../answers/answer-parts.ts";
import type { Damage } from "../../format/damage.ts";
import type { JsonObject } from "../../format/json.ts";
import type { RecordForm } from "../../format/salvage.ts";
import type { ByteSource } from "../../log/byte-source.ts";
import { FileSource } from "../../log/file-source.ts";
import { jsonLines } from "../json-lines.ts";
import { decompressed, isCompressed } from "./compressed.ts";
import { BARE, rolloutLine, WRAPPED, type RolloutLine } from "./line.ts";
import { threadIdOf } from "./rollout-files.ts";

/** A rollout that is open to be read. */
export interface Rollout {
  readonly file: string;
  /** By what it says, else by its file's name. */
  readonly threadId: string;
  /** What the thread says of itself; undefined: nothing. */
  readonly meta: JsonObject | undefined;
  /** The thread in which the history began that this file begins with: a fork begins with its parent's lines. */
  readonly origin: string;
  lines(to?: number): Generator<RolloutLine | { readonly damage: Damage }>;
  close(): void;
}

/** @throws NotFoundError, NotASessionError, LogIoError, UnsupportedVersionError */
export function openRollout(file: string): Rollout {
  const { source, broken, close }: Plain = openPlain(file);
  try {
    const { metas, form, lossy, empty } = beginningOf(source);
    if (empty) throw new NotASessionError(file, "no line of it can be read");
    const named = threadIdOf(file);
    // Where the first line is lost, what a fork has copied of its parent stands first.
    const own = metas.find(({ id }) => id === named) ?? (lossy && named !== undefined ? undefined : metas[0]);
    const threadId = (own && textIn(own, "id")) ?? named ?? basename(file).replace(/\.jsonl(\.zst)?$/, "");
    return {
      file,
      threadId,
      meta: own,
      origin: originOf(metas, own) ?? threadId,
      lines: (to) => linesOf(source, form, broken, to),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

interface Plain {
  readonly source: ByteSource;
  readonly broken: string | undefined;
  readonly close: () => void;
}

/** The file's bytes as they were before it was compressed. */
function openPlain(file: string): Plain {
  const source = FileSource.open(file);
  try {
    const start = Buffer.alloc(4);
    if (source.read(start, 0) < 4 || !isCompressed(start))
      return { source, broken: undefined, close: () => source.close() };
    const plain = decompressed(source);
    source.close();
    return { source: plain, broken: plain.broken, close: () => plain.close() };
  } catch (error) {
    source.close();
    throw error;
  }
}

interface Beginning {
  readonly metas: readonly JsonObject[];
  readonly form: RecordForm;
  /** Bytes before the first of them are broken. */
  readonly lossy: boolean;
  /** Nothing in the whole file is intact. */
  readonly empty: boolean;
}

/** What a file says of its thread before anything else, and of threads from which it was copied. */
function beginningOf(source: ByteSource): Beginning {
  const metas: JsonObject[] = [];
  let lossy = false;
  let empty = true;
  let form = WRAPPED;
  for (const found of jsonLines(source, WRAPPED)) {
    if ("damage" in found) {
      lossy ||= metas.length === 0;
      continue;
    }
    empty = false;
    const { kind, payload, value } = rolloutLine(found.value);
    if (payload === value) form = BARE;
    if (kind !== "session_meta") break;
    metas.push(payload);
  }
  return { metas, form, lossy, empty };
}

/** The copied lines of a fork of a fork name all threads before it, the oldest last. */
function originOf(metas: readonly JsonObject[], own: JsonObject | undefined): string | undefined {
  const last = metas.at(-1);
  if (last !== undefined && last !== own) return textIn(last, "id");
  return own && (textIn(own, "forked_from_id") ?? textIn(own, "id"));
}

function* linesOf(
  source: ByteSource,
  form: RecordForm,
  broken: string | undefined,
  to?: number,
): Generator<RolloutLine | { readonly damage: Damage }> {
  for (const found of jsonLines(source, form, 0, to === undefined ? undefined : Math.min(to, source.size())))
    yield "damage" in found ? found : rolloutLine(found.value);
  if (broken !== undefined && to === undefined) {
    const detail = `the compressed data is broken from here on: ${broken}`;
    yield { damage: { offset: source.size(), length: 0, kind: "not-json", detail } };
  }
}
