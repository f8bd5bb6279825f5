import { describe, expect, test } from "vitest";
import { pi } from "../../src/dialects/pi/pi.ts";
import { PI_HEADER, piLog, readLog, sample, user } from "./read-log.ts";

const lines = (bytes: Buffer) => bytes.toString().trimEnd().split("\n");

describe("versions", () => {
  test("1: ids are derived, indexes become ids", () => {
    const log = readLog(sample("pi-v1.jsonl"));
    expect(log.header).toMatchObject({ id: "old", version: 1, cwd: "/repo/app", parentSession: "older" });
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.path).toEqual(log.heads.map(({ id }) => id));
    const [third, fourth] = [log.decoded[3]?.entry, log.decoded[4]?.entry];
    expect(third).toMatchObject({ firstKeptEntryId: log.heads[2]?.id, pi: { firstKeptEntryIndex: 3 } });
    expect(fourth).toMatchObject({ firstKeptEntryId: null, pi: { firstKeptEntryIndex: 0 } });
  });

  test("1: an index that points behind its compaction keeps nothing", () => {
    const compaction = '{"type":"compaction","timestamp":"t","summary":"S","firstKeptEntryIndex":2}';
    const log = readLog(
      Buffer.from(`{"type":"session","id":"s"}\n${compaction}\n{"type":"custom","customType":"k"}\n`),
    );
    expect(log.decoded[0]?.entry).toMatchObject({ firstKeptEntryId: null });
  });

  test("2: hook messages, and a torn line that costs only itself", () => {
    const log = readLog(sample("pi-v2.jsonl"));
    expect(log.damage).toEqual(["not-json"]);
    expect(log.problems).toEqual([]);
    expect(log.path).toEqual(["a", "h", "b"]);
    expect(log.decoded[1]?.entry).toMatchObject({
      type: "custom_message",
      customType: "todo",
      content: "remember the milk",
    });
  });

  test("3: every entry type", () => {
    const bytes = sample("pi-v3.jsonl");
    const log = readLog(bytes);
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.heads).toHaveLength(lines(bytes).length - 1);
    expect(log.path).toHaveLength(16);
    expect(log.path.at(-1)).toBe("u2");
    expect(log.header?.value).toMatchObject({ extension: { a: 1 } });
    expect(log.decoded.at(-1)?.entry).toMatchObject({ type: "session_info", name: "My session" });
  });

  test("4 opens as far as it goes", () => {
    const header = PI_HEADER.replace('"version":3', '"version":4');
    const lane = { type: "lane", id: "x", parentId: "a", timestamp: "t", lane: "main" };
    const log = readLog(
      Buffer.from(`${header}\n${JSON.stringify(user("a", null))}\n${JSON.stringify(lane)}\n`),
    );
    expect(log.header?.version).toBeGreaterThan(pi.knownVersion);
    expect(log.path).toEqual(["a", "x"]);
    expect(log.decoded[1]?.entry).toEqual(lane);
  });
});

describe("headers", () => {
  test("a title before the header is the session's name", () => {
    const log = readLog(sample("pi-title-first.jsonl"));
    expect(log.damage).toEqual([]);
    expect(log.problems).toEqual([]);
    expect(log.path).toEqual(["a"]);
    expect(log.decoded[0]?.entry).toMatchObject({
      type: "session_info",
      name: "from a fork of pi",
      source: "auto",
      updatedAt: "2026-01-01T00:00:00Z",
    });
  });

  test("odd fields are carried", () => {
    const header = '{"type":"session","version":3,"id":"s","cwd":5,"parentSession":7}';
    const log = readLog(Buffer.from(`${header}\n${JSON.stringify(user("a", null))}\n`));
    expect(log.header).toMatchObject({ id: "s", cwd: undefined, parentSession: undefined });
    expect(log.header?.value).toEqual(JSON.parse(header));
  });

  test("an entry before the header", () => {
    const log = readLog(Buffer.from(`${JSON.stringify(user("a", null))}\n${PI_HEADER}\n`));
    expect(log.header?.id).toBe("s");
    expect(log.damage).toEqual(["late-header"]);
    expect(log.path).toEqual(["a"]);
  });
});

describe("damage costs what is damaged", () => {
  const a = user("a", null);
  const b = user("b", "a");
  const half = JSON.stringify(b).slice(0, 40);
  test.each<[string, Buffer, string[], string[]]>([
    ["a scalar as last line", piLog(a, b, "42"), ["a", "b"], ["no-entry"]],
    ["a cycle", piLog(user("a", "b"), b), ["a", "b"], ["cycle"]],
    [
      "a repeated id",
      piLog(a, b, user("a", null, "other"), user("c", "b")),
      ["a", "b", "c"],
      ["duplicate-id"],
    ],
    [
      "a repeated id that would close a cycle",
      piLog(a, b, user("a", "b"), user("c", null)),
      ["c"],
      ["duplicate-id"],
    ],
    ["a torn tail", Buffer.concat([piLog(a), Buffer.from(half)]), ["a"], ["torn-tail"]],
    ["a last line without newline", piLog(a, b).subarray(0, -1), ["a", "b"], []],
    ["a BOM", Buffer.concat([Buffer.from("\uFEFF"), piLog(a)]), ["a"], []],
    ["CRLF", Buffer.from(piLog(a, b).toString().replaceAll("\n", "\r\n")), ["a", "b"], []],
    [
      "half a line with a record behind it",
      piLog(a, half + JSON.stringify(user("c", "a"))),
      ["a", "c"],
      ["glued", "not-json"],
    ],
    ["two records in a line", piLog(JSON.stringify(a) + JSON.stringify(b)), ["a", "b"], ["glued"]],
    ["NUL bytes at the end", Buffer.concat([piLog(a), Buffer.alloc(512)]), ["a"], ["nul"]],
    ["a child before its parent", piLog(b, a, user("c", "b")), ["a", "b", "c"], []],
    ["a second header", piLog(a, PI_HEADER, b), ["a", "b"], ["extra-header"]],
    [
      "a label on an entry that is not there",
      piLog(a, { type: "label", id: "l", parentId: "a", targetId: "z" }),
      ["a"],
      ["missing-target"],
    ],
    ["labels only", piLog({ type: "label", id: "l", parentId: null, targetId: "l", label: "L" }), [], []],
    [
      "a label as last entry",
      piLog(a, b, { type: "label", id: "l", parentId: "a", targetId: "a" }),
      ["a"],
      [],
    ],
    [
      "a message that is not there",
      piLog(a, { type: "message", id: "b", parentId: "a" }, user("c", "b")),
      ["a", "b", "c"],
      [],
    ],
  ])("%s", (_name, bytes, path, damage) => {
    const log = readLog(bytes);
    expect(log.path).toEqual(path);
    expect(log.damage).toEqual(damage);
  });

  test("ids that are numbers: the lines follow each other, the ids are kept beside", () => {
    const log = readLog(piLog({ ...a, id: 0 }, { ...b, id: 1, parentId: 0 }, { ...b, id: 2, parentId: 1 }));
    expect(log.damage).toEqual(["bad-id", "bad-id", "bad-id"]);
    expect(log.path).toHaveLength(3);
    expect(log.decoded[1]?.entry).toMatchObject({ pi: { id: 1, parentId: 0 } });
    expect(log.problems).toEqual([]);
  });

  test("a foreign `upgrade` or `leaf` changes nothing", () => {
    const upgrade = { type: "upgrade", id: "u", parentId: "a", version: 9 };
    const log = readLog(piLog(a, upgrade, { type: "leaf", id: "l", parentId: "u", targetId: null }));
    expect(log.path).toEqual(["a", "u", "l"]);
    expect(log.heads.map(({ version }) => version)).toEqual([3, 3, 3]);
  });
});

test("a session without a readable header has the id in its file's name", () => {
  expect(pi.fallbackId("2025-12-09T00-52-54-397Z_d97339c6-6c10")).toBe("d97339c6-6c10");
  expect(pi.fallbackId("my_session")).toBe("my_session");
});
