import Database from "better-sqlite3";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { NotASessionError, NotFoundError } from "../../src/errors.ts";
import { opencodeFolders } from "../../src/dialects/opencode/folder.ts";
import { opencode } from "../../src/dialects/opencode/opencode.ts";
import { temporaryFolder, temporaryStore } from "../support/store.ts";
import {
  answer,
  exported,
  fillDatabase,
  session,
  type StoredSession,
  user,
  writeDatabase,
  writeTree,
} from "./opencode-store.ts";
import { folderOf, readForeign, toldBy, translationOf } from "./read-foreign.ts";

const home = join("/", "home", "u");
const translation = translationOf(opencode);

/** Records of a newer version, in order. */
const NEWER: [type: string, data: object][] = [
  ["user", { text: "before", time: { created: 1 } }],
  ["compaction", { reason: "auto", summary: "old", recent: "recent", time: { created: 2 } }],
  [
    "user",
    { text: "look", files: [{ uri: "data:image/png;base64,aGk=", mime: "image/png" }], time: { created: 3 } },
  ],
  ["synthetic", { text: "added", time: { created: 4 } }],
  ["agent-switched", { agent: "plan" }],
  [
    "assistant",
    {
      model: { id: "m", providerID: "p" },
      content: [
        { type: "reasoning", id: "r", text: "hm" },
        {
          type: "tool",
          id: "c1",
          name: "see",
          state: { status: "completed", input: {}, content: [{ type: "text", text: "seen" }] },
        },
        {
          type: "tool",
          id: "c2",
          name: "see",
          state: { status: "error", input: {}, content: [], error: { message: "broken" } },
        },
      ],
      finish: "tool-calls",
      cost: 2,
      tokens: { input: 1, output: 1, reasoning: 2, cache: { read: 0, write: 0 } },
      time: { created: 5, completed: 6 },
    },
  ],
  [
    "assistant",
    { model: { id: "m", providerID: "p" }, content: [{ type: "text", text: "done" }], time: { created: 7 } },
  ],
];

function one(id: string, text = `of ${id}`): StoredSession {
  const made = session([user(`msg_${id}_1`, 1, text), answer(`msg_${id}_2`, 2, {}, "ok")]);
  return { ...made, info: { ...made.info, id } };
}

test.each([
  ["by default", {}, join(home, ".local", "share", "opencode")],
  ["an empty variable says nothing", { XDG_DATA_HOME: "" }, join(home, ".local", "share", "opencode")],
  ["by the variable", { XDG_DATA_HOME: join("/", "data") }, join("/", "data", "opencode")],
])("where opencode keeps its sessions: %s", (_what, env, expected) => {
  expect(opencodeFolders({ home, env })).toEqual([expected]);
});

test("finds the sessions of all databases, and of the JSON files those that none has", () => {
  const folder = temporaryFolder();
  writeDatabase(join(folder, "opencode.db"), [one("ses_a"), one("ses_b")]);
  writeDatabase(join(folder, "opencode-beta.db"), [one("ses_b"), one("ses_c")]);
  writeTree(folder, [one("ses_a"), one("ses_d")]);
  writeFileSync(join(folder, "storage/session/p/notes.json"), "{}");
  const found = [...translation.sessions(folder)].map(({ file, part }) => [
    relative(folder, file).replaceAll("\\", "/"),
    part,
  ]);
  expect(found).toEqual([
    ["opencode-beta.db", "ses_b"],
    ["opencode-beta.db", "ses_c"],
    ["opencode.db", "ses_a"],
    ["storage/session/p/ses_d.json", undefined],
  ]);
  expect([...translation.sessions(join(folder, "nowhere"))]).toEqual([]);
});

test("names the other files that change when a session does", () => {
  const folder = temporaryFolder();
  writeDatabase(join(folder, "opencode.db"), [one("ses_a")]);
  writeTree(folder, [one("ses_b")]);
  expect([...translation.sessions(folder)].map(({ others }) => others)).toEqual([
    [join(folder, "opencode.db-wal")],
    [
      "message/ses_b/msg_ses_b_1.json",
      "part/msg_ses_b_1/prt_msg_ses_b_1_00.json",
      "message/ses_b/msg_ses_b_2.json",
      "part/msg_ses_b_2/prt_msg_ses_b_2_00.json",
    ].map((name) => join(folder, "storage", name)),
  ]);
});

test("what is written in place into a file of a session is listed and found", async () => {
  const folder = temporaryFolder();
  writeTree(folder, [one("ses_b", "a spade")]);
  const { store } = await temporaryStore({ sources: [{ dialect: "opencode", folder }] });
  const all = { source: "opencode", archived: true };
  expect(await store.list(all)).toMatchObject([{ title: "a spade" }]);
  expect(await store.search("wheelbarrow")).toHaveLength(0);
  writeFileSync(
    join(folder, "storage/part/msg_ses_b_1/prt_msg_ses_b_1_00.json"),
    '{"type":"text","text":"a wheelbarrow"}',
  );
  expect(await store.list(all)).toMatchObject([{ title: "a wheelbarrow" }]);
  expect(await store.search("wheelbarrow")).toHaveLength(1);
});

test("a database that cannot be read hides nothing, and opening it says why", () => {
  const folder = folderOf({
    "opencode.db": "SQLite format 3\0and then nothing",
    "opencode-b.db": "no database",
  });
  writeTree(folder, [one("ses_d")]);
  const found = [...translation.sessions(folder)];
  expect(found).toHaveLength(3);
  expect(toldBy(opencode, found[0]!)).toEqual([
    { damage: expect.objectContaining({ kind: "not-json" }) as unknown },
  ]);
  expect(() => toldBy(opencode, found[1]!)).toThrow(NotASessionError);
});

describe("a database", () => {
  test.each([
    ["of one session needs no name of it", ["ses_a"], undefined, undefined],
    ["of several does", ["ses_a", "ses_b"], undefined, NotASessionError],
    ["of none is no session", [], undefined, NotASessionError],
    ["has no session of another name", ["ses_a"], "ses_z", NotFoundError],
  ])("%s", (_what, ids, part, error) => {
    const file = join(temporaryFolder(), "opencode.db");
    writeDatabase(
      file,
      ids.map((id) => one(id)),
    );
    const read = () => [...translation.translate({ file, part })];
    if (error === undefined) expect(read()[0]).toMatchObject({ header: { id: "ses_a" } });
    else expect(read).toThrow(error);
  });

  test("of other tables, or of views that are named so, is none of opencode's", () => {
    const file = join(temporaryFolder(), "opencode.db");
    const database = new Database(file);
    database.exec("CREATE TABLE other (id); CREATE VIEW session AS SELECT 'ses_a' AS id");
    database.close();
    expect(() => [...translation.translate({ file, part: "ses_a" })]).toThrow(NotFoundError);
    expect(opencode.detect(readFileSync(file))).toBe("no");
  });

  test("one bad row costs one row", () => {
    const file = join(temporaryFolder(), "opencode.db");
    writeDatabase(file, [one("ses_a"), one("ses_b")]);
    const database = new Database(file);
    database.exec(
      "INSERT INTO message VALUES ('msg_x', 'ses_a', 1, 1, '{torn'), ('msg_y', 'ses_a', 1, 1, '[]')",
    );
    database.exec("INSERT INTO part VALUES ('prt_x', 'msg_ses_a_1', 'ses_a', 1, NULL)");
    database.close();
    const { path, damage } = readForeign(opencode, { file, part: "ses_a" });
    expect(path).toEqual(["msg_ses_a_1", "msg_ses_a_2"]);
    expect(damage).toHaveLength(3);
  });

  test("of a newer form is read as far as it is known, and said to be", () => {
    const file = join(temporaryFolder(), "opencode.db");
    writeDatabase(file, [{ ...one("ses_a"), messages: [] }]);
    const database = new Database(file);
    database.exec(
      "CREATE TABLE session_message (id text, session_id text, type text, seq integer, time_created integer, data text)",
    );
    const insert = database.prepare("INSERT INTO session_message VALUES (?, 'ses_a', ?, ?, 1, ?)");
    for (const [seq, [type, data]] of [...NEWER.entries()].toReversed())
      insert.run(`msg_${seq}`, type, seq, JSON.stringify(data));
    database.close();
    const { said, entries, notices, summary } = readForeign(opencode, { file, part: "ses_a" });
    expect(said).toEqual([
      expect.stringContaining("old\n\nrecent"),
      "user: look",
      "image",
      "user: added",
      "thinking: hm",
      "call: c1",
      "call: c2",
      "toolResult: seen",
      "toolResult: broken",
      "assistant: done",
    ]);
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: "custom",
        customType: "opencode:agent-switched",
        data: { agent: "plan" },
      }),
    );
    expect(summary).toMatchObject({
      model: { provider: "p", model: "m" },
      usage: { inputTokens: 1, outputTokens: 3, cost: 2 },
    });
    expect(notices).toHaveLength(1);
  });

  test("that a newer version has taken over is read in its form", () => {
    const file = join(temporaryFolder(), "opencode.db");
    writeDatabase(file, [one("ses_a"), one("ses_b")]);
    const database = new Database(file);
    database.exec("CREATE TABLE session_v2 AS SELECT * FROM session WHERE id = 'ses_a'");
    database.exec(
      "CREATE TABLE session_message (id text, session_id text, type text, time_created integer, data text)",
    );
    for (const id of ["ses_a", "ses_b"])
      database.exec(`INSERT INTO session_message VALUES ('new_${id}', '${id}', 'user', 1, '{"text":"hi"}')`);
    database.close();
    const parts = [...translation.sessions(join(file, ".."))].map(({ part }) => part);
    expect(parts).toEqual(["ses_a", "ses_b"]);
    expect(readForeign(opencode, { file, part: "ses_a" }).path).toEqual(["new_ses_a"]);
    expect(readForeign(opencode, { file, part: "ses_b" }).path).toEqual(["msg_ses_b_1", "msg_ses_b_2"]);
  });

  test.each(["closed", "open", "left behind by a crash"])(
    "with a write-ahead log that is %s is read, and its folder stays as it is",
    (how) => {
      const folder = join(temporaryFolder(), "data");
      mkdirSync(folder);
      const file = join(folder, "opencode.db");
      const writer = new Database(
        how === "left behind by a crash" ? join(temporaryFolder(), "opencode.db") : file,
      );
      onTestFinished(() => void writer.close());
      writer.pragma("journal_mode = WAL");
      fillDatabase(writer, [one("ses_a")]);
      if (how === "closed") writer.close();
      if (how === "left behind by a crash")
        for (const end of ["", "-wal"]) copyFileSync(writer.name + end, file + end);
      const before = stateOf(folder);
      const [found] = translation.sessions(folder);
      expect(readForeign(opencode, found!).path).toEqual(["msg_ses_a_1", "msg_ses_a_2"]);
      expect(stateOf(folder)).toEqual(before);
    },
  );

  test("that is written to between two reads is read anew", () => {
    const file = join(temporaryFolder(), "opencode.db");
    const writer = new Database(file);
    onTestFinished(() => void writer.close());
    writer.pragma("journal_mode = WAL");
    fillDatabase(writer, [one("ses_a")]);
    expect(readForeign(opencode, { file, part: "ses_a" }).path).toHaveLength(2);
    writer.exec(`INSERT INTO message VALUES ('msg_z', 'ses_a', 9999999999999, 1, '{"role":"user"}')`);
    expect(readForeign(opencode, { file, part: "ses_a" }).path).toEqual([
      "msg_ses_a_1",
      "msg_ses_a_2",
      "msg_z",
    ]);
  });
});

test("JSON files: one bad file costs one record, and a name leads nowhere else", () => {
  const folder = temporaryFolder();
  const stored = one("ses_a");
  writeTree(folder, [{ ...stored, info: { ...stored.info, title: "../../x" } }]);
  writeFileSync(join(folder, "storage/message/ses_a/msg_torn.json"), '{"id":');
  writeFileSync(join(folder, "storage/part/msg_ses_a_1/prt_torn.json"), "");
  const [found] = translation.sessions(folder);
  expect(readForeign(opencode, found!).path).toEqual(["msg_ses_a_1", "msg_ses_a_2"]);
  const damage = [...translation.translate(found!)].flatMap((told) =>
    "damage" in told ? [told.damage] : [],
  );
  const broken = { offset: 0, kind: "not-json", detail: "no JSON object" };
  expect(damage).toEqual([
    { ...broken, file: join(folder, "storage/message/ses_a/msg_torn.json"), length: 6 },
    { ...broken, file: join(folder, "storage/part/msg_ses_a_1/prt_torn.json"), length: 0 },
  ]);
});

test("of an export that is cut short the messages before the cut are read", () => {
  const text = JSON.stringify(exported(one("ses_a")), null, 2);
  const folder = folderOf({ "export.json": text.slice(0, text.indexOf('"ok"')) });
  const { path, header, damage } = readForeign(opencode, { file: join(folder, "export.json") });
  expect(header?.id).toBe("ses_a");
  expect(path).toEqual(["msg_ses_a_1"]);
  expect(damage).toEqual([expect.stringMatching(/^torn-tail /)]);
});

test.each([
  ["an export", JSON.stringify(exported(one("ses_a")), null, 2), "yes"],
  ["a session's own file", JSON.stringify(one("ses_a").info), "yes"],
  ["another JSON file", '{"id":"x"}', "no"],
  ["a log of ours", '{"type":"session","format":"session-tree","version":2,"id":"ses_a"}\n', "no"],
  ["nothing", "", "no"],
])("knows %s by its first bytes", (_what, text, expected) => {
  expect(opencode.detect(Buffer.from(text))).toBe(expected);
});

test("knows a database by its first bytes", () => {
  const file = join(temporaryFolder(), "opencode.db");
  writeDatabase(file, [one("ses_a")]);
  expect(opencode.detect(readFileSync(file).subarray(0, 65_536))).toBe("yes");
});

function stateOf(folder: string): unknown[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { mtimeMs, size } = statSync(join(folder, name));
      return [name, mtimeMs, size, readFileSync(join(folder, name)).toString("base64")];
    });
}
