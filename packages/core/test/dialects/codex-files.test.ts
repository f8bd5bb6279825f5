import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codex } from "../../src/dialects/codex/codex.ts";
import { codexFolders } from "../../src/dialects/codex/folder.ts";
import { detectDialect } from "../../src/dialects/registry.ts";
import { bytesOf, codexHome, meta, PARENT, rolloutName, says, THREAD, write } from "./codex-rollouts.ts";
import { activePath, logOf, tell } from "./tell.ts";

const home = join("/", "home", "u");

test.each([
  ["by default", {}, join(home, ".codex")],
  ["an empty variable says nothing", { CODEX_HOME: "" }, join(home, ".codex")],
  ["by the variable", { CODEX_HOME: join("/", "data") }, join("/", "data")],
])("Codex's folder: %s", (_name, env, expected) => {
  expect(codexFolders({ home, env })).toEqual([expected]);
});

function sessionsIn(folder: string) {
  return [...codex.translation!.sessions(folder)];
}

test("a thread is listed once: active before archived, plain before compressed, its newest segment", () => {
  const bytes = bytesOf(meta());
  const other = bytesOf(meta(PARENT));
  const { home: at, file } = codexHome({ [THREAD]: bytes });
  const archive = (name: string) => join(at, "archived_sessions", name);
  write(archive(rolloutName(THREAD)), bytes);
  write(`${file()}.zst`, "whatever");
  write(archive(rolloutName(PARENT)), other);
  write(archive(rolloutName(PARENT, "2026-06-02T10-00-00")), other);
  write(join(at, "sessions", "notes.jsonl"), bytes);
  expect(sessionsIn(at)).toEqual([
    { file: file(), archived: false, name: undefined },
    { file: archive(rolloutName(PARENT, "2026-06-02T10-00-00")), archived: true, name: undefined },
  ]);
  rmSync(file());
  expect(sessionsIn(at).map((session) => session.file)).toContain(`${file()}.zst`);
});

test("names are kept beside the threads, and the last one of a thread counts", () => {
  const { home: at, file } = codexHome({ [THREAD]: bytesOf(meta()) });
  const named = (id: string, name: string) => `{"id":"${id}","thread_name":"${name}","updated_at":"t"}\n`;
  write(
    join(at, "session_index.jsonl"),
    `${named(THREAD, "old")}{torn\n${named(PARENT, "x")}${named(THREAD, "new")}`,
  );
  for (const folder of [at, join(at, "sessions"), join(at, "sessions", "2026", "06", "01")])
    expect(sessionsIn(folder)).toEqual([{ file: file(), name: "new", archived: false }]);
});

test("rollouts that lie elsewhere are found, and a folder that is not there holds none", () => {
  const { home: at } = codexHome({});
  write(join(at, rolloutName(THREAD)), bytesOf(meta()));
  expect(sessionsIn(at)).toMatchObject([{ file: join(at, rolloutName(THREAD)) }]);
  expect(sessionsIn(join(at, "nowhere"))).toEqual([]);
});

/** Two frames with checksums: a header, and the messages 0 to 5. */
const COMPRESSED = Buffer.from(
  "KLUv/QRY/QUAossjH1BrqgPG/+ZLdrZHaSjxS496Z2ZgGgK0MeMHh51JJMAEKSGksPgBNt6G3GMXr60E5W25zSVsnKQurJwKl9g4" +
    "F1A1GctdR2pzTzNRAJbFDIljDFgZYSSM0X/E+V9w/v8gIiIM0K2MLCvKCDpFA5+NcZMdzS3VVCvna6yNEf4LqP8A/Rx+DunJyo/h" +
    "arK1VgIRAKCT4LkKUhY8UiG9RkZUCBqotC+n9BfNAJjJfxk3uLVc71AGOChkisHL5QHPzgFyKLUv/QRYVQQAgggcHnA1zgF1UX3R" +
    "Q0S0a5O49bcTgMPAuvglY/u86v0zAUX30k8SxICIAgQTMRELAzQUNJQDj+cfU7zKFj8qupc+IfB0DlBm+HltHfLclJtDPN3RfZ7X" +
    "xjlPVwC1q+x5fRA/yieUayD1ns6UF6Pb3Ft1AggAFaQSnjMjSxEwCAy2hFCWyn3CFeoMq4ER5w==",
  "base64",
);

function compressed(bytes: Buffer): string {
  const { home: at } = codexHome({});
  const file = join(at, "sessions", `${rolloutName(THREAD)}.zst`);
  write(file, bytes);
  return file;
}

test("a compressed rollout is read as a plain one", () => {
  const file = compressed(COMPRESSED);
  expect(detectDialect(COMPRESSED)).toBe(codex);
  expect(tell(codex, file)).toMatchObject({ header: { id: THREAD, cwd: "/work" }, damage: [] });
  expect(activePath(logOf(codex, file))).toEqual([0, 1, 2, 3, 4, 5].map((n) => `user: message ${n}`));
});

test.each([
  ["cut short", COMPRESSED.subarray(0, -20)],
  ["with other bytes behind it", Buffer.concat([COMPRESSED, Buffer.from("more than a few other bytes")])],
])("of one that is broken, what is whole counts: %s", (_how, bytes) => {
  const file = compressed(bytes);
  expect(activePath(logOf(codex, file)).slice(0, 2)).toEqual(["user: message 0", "user: message 1"]);
  expect(tell(codex, file).damage.at(-1)).toBe("not-json");
});

test("a fork by reference reads its parent's compressed rollout", () => {
  const base = { thread_id: THREAD, end_byte_offset: 10_000 };
  const own = bytesOf(meta(PARENT, { history_base: base }), says("user", "on"));
  const { home: at, file } = codexHome({ [PARENT]: own });
  write(join(at, "archived_sessions", `${rolloutName(THREAD)}.zst`), COMPRESSED);
  expect(activePath(logOf(codex, file(PARENT)))).toHaveLength(7);
});

test.each([
  [
    "our own log",
    '{"type":"session","format":"session-tree","version":2,"id":"s","timestamp":"t","cwd":"/"}\n',
    "native",
  ],
  ["a log of pi", '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}\n', "pi"],
  ["a rollout", bytesOf(meta()), "codex"],
  ["a rollout whose first line is longer than what was read", bytesOf(meta()).slice(0, 80), "codex"],
  ["a rollout whose first line is lost", `{torn\n${bytesOf(says("user", "hi"))}`, "codex"],
])("%s is recognised by its first bytes", (_what, start, name) => {
  expect(detectDialect(Buffer.from(start))).toMatchObject({ name });
});
