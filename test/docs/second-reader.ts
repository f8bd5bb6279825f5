import { createHash } from "node:crypto";
import {
  isId,
  isNul,
  isObject,
  partsOfLine,
  problemOf,
  sameValue,
  ANNOTATIONS,
  type Json,
  type Part,
} from "./second-lines.ts";
import { contentsOf, readContent, type Blobs } from "./second-contents.ts";
import { SecondTree, type Entry } from "./second-tree.ts";
import { validateEntry } from "../../packages/core/src/format/validate.ts";

/**
 * A second implementation of docs/format.md, as plain as can be: it holds everything in memory and parses every line.
 * It shares nothing with the library but the schemas of single lines, and shows that the page is enough.
 */
export interface SecondReading {
  readonly id: string;
  readonly entries: readonly { id: string; type: string; offset: number; length: number }[];
  readonly nodes: readonly { id: string; parent: string | null; gap: boolean; bridge: string | null }[];
  readonly leaf: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** By the entries' ids, where they have any. */
  readonly contents: Readonly<Record<string, readonly unknown[]>>;
  readonly damage: readonly string[];
}

export function readSecond(bytes: Buffer, fileName: string, blobs: Blobs = new Map()): SecondReading {
  return new SecondReader(bytes, fileName).read(blobs);
}

class SecondReader {
  readonly #bytes: Buffer;
  readonly #damage: { offset: number; length: number; kind: string }[] = [];
  #id: string;
  #header: Json | undefined;
  #version = 2;
  #early = false;
  #entries: Entry[] = [];
  #values: (string | undefined)[] = [];

  constructor(bytes: Buffer, fileName: string) {
    this.#bytes = bytes;
    this.#id = fileName;
  }

  read(blobs: Blobs): SecondReading {
    this.#readParts(this.#parts());
    const tree = new SecondTree(this.#entries, this.#header, (entry, kind) => this.#report(entry, kind));
    const contents: Record<string, readonly unknown[]> = {};
    for (const entry of this.#entries) {
      if (!this.#isSound(entry)) this.#report(entry, "bad-body");
      else {
        const lose = (): void => this.#report(entry, "missing-blob");
        const read = contentsOf(entry.value as Json).map((content) => readContent(content, blobs, lose));
        if (read.length > 0) contents[entry.id] = read;
      }
    }
    const damage = this.#damage.map(({ offset, length, kind }) => `${offset}+${length} ${kind}`);
    return {
      id: this.#id,
      entries: this.#entries.map(({ id, type, offset, length }) => ({ id, type, offset, length })),
      nodes: tree.nodes.map(({ entry, parent, gap, bridge }) => ({
        id: entry.id,
        parent: parent?.entry.id ?? null,
        gap,
        bridge: bridge?.entry.id ?? null,
      })),
      leaf: tree.leaf()?.entry.id ?? null,
      labels: this.#labels(),
      contents,
      damage: damage.sort(),
    };
  }

  #labels(): Record<string, string> {
    const labels = new Map<string, string>();
    for (const { type, stated } of this.#entries.filter((entry) => entry.acts)) {
      const { targetId, label } = stated;
      if (type !== "label" || typeof targetId !== "string") continue;
      if (typeof label === "string" && label !== "") labels.set(targetId, label);
      else labels.delete(targetId);
    }
    return Object.fromEntries(labels);
  }

  #report({ offset, length }: { offset: number; length: number }, kind: string): void {
    this.#damage.push({ offset, length, kind });
  }

  // Bytes and lines.

  #parts(): Part[] {
    const parts: Part[] = [];
    let at = this.#bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
    while (at < this.#bytes.length) {
      const end = this.#bytes.indexOf(0x0a, at);
      const line = this.#bytes.subarray(at, end < 0 ? undefined : end);
      const range = { offset: at, length: line.length };
      if (end < 0) this.#report(range, isNul(line) ? "nul" : "torn-tail");
      const found = end < 0 ? [] : partsOfLine(line, at);
      if (found.length > 1) this.#report(range, "glued");
      parts.push(...found);
      if (end < 0) break;
      at = end + 1;
    }
    return parts;
  }

  #readParts(parts: readonly Part[]): void {
    for (let at = 0; at < parts.length;) {
      const size = this.#batchSize(parts[at]!);
      const own = parts.slice(at, at + (size ?? 1));
      const run =
        size === undefined ? 1 : own.findIndex((part, index) => !this.#continues(own[0]!, part, index));
      const there = run < 0 ? own.length : run;
      // A last line that is no JSON is where the write was torn.
      const isWhole = there === size && run < 0 && own.at(-1)!.value !== undefined;
      if (size === undefined || isWhole) for (const part of own) this.#place(part);
      else {
        // A line with the wrong index is a batch of its own that never was whole.
        const dropped = own.slice(0, Math.max(there, 1));
        for (const part of dropped) this.#drop(part);
        at += dropped.length;
        continue;
      }
      at += own.length;
    }
  }

  #batchSize(part: Part): number | undefined {
    const batch = part.kind === "entry" ? part.stated["batch"] : undefined;
    if (!isObject(batch) || batch["session"] !== this.#id) return undefined;
    const { index, size } = batch;
    return Number.isInteger(index) && Number.isInteger(size) && Number(size) > 0 ? Number(size) : undefined;
  }

  #continues(first: Part, part: Part, index: number): boolean {
    if (this.#batchSize(part) === undefined) return false;
    const [one, other] = [first.stated["batch"] as Json, part.stated["batch"] as Json];
    return other["id"] === one["id"] && other["size"] === one["size"] && other["index"] === index;
  }

  #drop(part: Part): void {
    if (problemOf(part.stated)) this.#report(part, "bad-id");
    this.#report(part, "open-batch");
  }

  #place(part: Part): void {
    if (part.kind === "broken") {
      const bytes = this.#bytes.subarray(part.offset, part.offset + part.length);
      this.#report(part, isNul(bytes) ? "nul" : "not-json");
    } else if (part.kind === "other") {
      this.#values.push(undefined);
      this.#report(part, "no-entry");
    } else if (part.kind === "header") {
      this.#values.push(undefined);
      this.#placeHeader(part);
    } else {
      this.#early ||= this.#header === undefined;
      this.#placeEntry(part);
    }
  }

  #placeHeader(part: Part): void {
    const { format, version, id } = part.stated;
    const ours = format === "session-tree" || (format === undefined && version === 1);
    const good = Number.isSafeInteger(version) && Number(version) > 0;
    if (!ours || !good || typeof id !== "string" || id === "") this.#report(part, "no-entry");
    else if (this.#header !== undefined) this.#report(part, "extra-header");
    else {
      this.#header = part.stated;
      this.#id = id;
      this.#version = Number(version);
      if (this.#early) this.#report(part, "late-header");
    }
  }

  #placeEntry(part: Part): void {
    const { stated } = part;
    if (problemOf(stated)) this.#report(part, "bad-id");
    const hash = createHash("sha256").update(`${this.#id}:${part.offset}`).digest("hex");
    const id = isId(stated["id"]) ? stated["id"] : `v1-${hash.slice(0, 16)}`;
    this.#values.push(id);
    const type = String(stated["type"]);
    const index = this.#version === 1 && part.value !== undefined ? stated["firstKeptEntryIndex"] : undefined;
    const keptId = typeof index === "number" ? (this.#values[index] ?? null) : undefined;
    const version = this.#version;
    const acts = this.#isSound({ ...part, id, type, parentId: null, version, keptId: undefined, acts: true });
    if (type === "upgrade" && acts) this.#version = Math.max(version, Number(stated["version"]));
    const earlier = this.#entries.find((entry) => entry.id === id);
    if (earlier !== undefined) {
      const wins = earlier.value === undefined && part.value !== undefined;
      if (wins) {
        this.#report(earlier, "duplicate-id");
        this.#entries = this.#entries.filter((entry) => entry !== earlier);
      } else {
        if (part.value === undefined || !sameValue(earlier.value, part.value))
          this.#report(part, "duplicate-id");
        return;
      }
    }
    const before = this.#entries.findLast((entry) => !ANNOTATIONS.has(entry.type))?.id ?? null;
    const parentId = isId(stated["parentId"]) || stated["parentId"] === null ? stated["parentId"] : before;
    this.#entries.push({ ...part, id, type, parentId, version, keptId, acts });
  }

  #isSound({ value, id, parentId, version, keptId, type }: Entry): boolean {
    if (!isObject(value)) return false;
    const old = version === 1 && type === "compaction" && keptId !== undefined;
    const entry: Json = { timestamp: "", ...value, id, parentId };
    if (old)
      entry["firstKeptEntryId"] = Object.hasOwn(value, "firstKeptEntryId")
        ? value["firstKeptEntryId"]
        : keptId;
    return validateEntry(entry).length === 0;
  }
}
