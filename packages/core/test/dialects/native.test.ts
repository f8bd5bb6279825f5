import { describe, expect, test } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { readLog, sample } from "./read-log.ts";

const HEADER = { type: "session", format: "session-tree", version: 2, id: "s", timestamp: "t", cwd: "/p" };
const ORIGIN = { dialect: "pi", id: "x", file: "/f", sha256: "0" };

describe("header", () => {
  test("gives every field", () => {
    const value = {
      ...HEADER,
      name: "n",
      parentSession: "q",
      forkedFrom: null,
      relation: "fork",
      origin: ORIGIN,
      extra: 1,
    };
    const { type: _type, format: _format, extra: _extra, ...fields } = value;
    expect(native.header(value)).toEqual({ ...fields, value });
  });

  test("an odd field costs only itself", () => {
    const value = {
      ...HEADER,
      cwd: 5,
      timestamp: null,
      name: {},
      forkedFrom: 1,
      relation: "twin",
      origin: {},
    };
    expect(native.header(value)).toEqual({ id: "s", version: 2, value });
  });

  test.each([
    ["no id", { ...HEADER, id: "" }],
    ["no version", { ...HEADER, version: "2" }],
    ["another format", { ...HEADER, format: "other" }],
    ["no mark", { ...HEADER, format: undefined }],
    ["another type", { ...HEADER, type: "message" }],
  ])("%s: none of ours", (_name, value) => {
    expect(native.header(value)).toBeUndefined();
  });
});

describe("logs of every version", () => {
  test("version 1 without ids: a chain, and the kept entry by its derived id", () => {
    const log = readLog(sample("native-v1-linear.jsonl"));
    expect(log.dialect.name).toBe("native");
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.path).toHaveLength(5);
    expect(log.path.every((id) => /^v1-[0-9a-f]{16}$/.test(id))).toBe(true);
    const compaction = log.decoded[3]?.entry;
    expect(compaction).toMatchObject({ type: "compaction", firstKeptEntryId: log.heads[2]?.id });
    expect(compaction).not.toHaveProperty("firstKeptEntryIndex");
  });

  test("version 1 with ids: they are kept, and so are the branches", () => {
    const log = readLog(sample("native-v1-with-ids.jsonl"));
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.path).toEqual(["e1", "e2", "e4", "e5", "e6"]);
    expect(log.decoded[4]?.entry).toMatchObject({ id: "e5", firstKeptEntryId: "e4" });
  });

  test("lines behind an upgrade are of the new version", () => {
    const log = readLog(sample("native-v1-upgraded.jsonl"));
    expect(log.damage).toEqual([]);
    expect(log.decoded[2]?.entry).toMatchObject({ firstKeptEntryId: log.heads[1]?.id });
    expect(log.decoded[4]?.entry).toMatchObject({ firstKeptEntryId: null, firstKeptEntryIndex: 1 });
    expect(log.path).toEqual([...log.heads.slice(0, 3).map(({ id }) => id), "c"]);
  });

  test("version 2: every line as it stands", () => {
    const bytes = sample("native-v2.jsonl");
    const log = readLog(bytes);
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.path).toEqual(["a", "b", "c", "h"]);
    const lines = bytes.toString().trim().split("\n").slice(1);
    expect(log.decoded.map(({ entry }) => entry)).toEqual(lines.map((line) => JSON.parse(line) as unknown));
    expect(log.header).toMatchObject({ name: "current", value: { project: { color: "red" } } });
  });
});
