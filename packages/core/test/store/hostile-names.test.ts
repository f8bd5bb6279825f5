import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { importId } from "../../src/store/import-log.ts";
import { isSessionId, newId } from "../../src/format/ids.ts";
import { temporaryFolder, temporaryStore, user } from "../support/store.ts";

/** What becomes another path, another file's name, or none at all, on some system. */
const HOSTILE = [
  ["", ".", "..", "../x", "..\\x", "/etc/passwd", "C:\\x", "C:x", "\\\\srv\\s", "//srv/s", "a/b", "a\\b"],
  [
    "a\0.jsonl",
    "a\nb",
    "%2e%2e%2f",
    "~",
    "~root",
    "-rf",
    "--help",
    "a:stream",
    "x.",
    "x ",
    " x",
    ".x",
    "_x",
    "x-",
  ],
  [
    "CON",
    "con",
    "nul",
    "NUL.jsonl",
    "aux",
    "prn",
    "com1",
    "COM¹",
    "com¹",
    "lpt9",
    "CONIN$",
    "conout$",
    "nul.txt",
  ],
  [
    "Abc",
    "ABC",
    "é",
    "e\u0301",
    "İ",
    "ı",
    "ﬁ",
    "\u0430",
    "\u212a",
    "\uff41",
    "\u202ex",
    "x\u200b",
    "\ud800",
    "x\ufeff",
  ],
  [
    "a".repeat(65),
    "a".repeat(256),
    "a*",
    "a?",
    "a|b",
    'a"b',
    "<a>",
    "$HOME",
    "`id`",
    "a;b",
    "a&b",
    "index.sqlite",
  ],
].flat();

/** Every file below a folder. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("index.sqlite"))
    .map((entry) => join(entry.parentPath, entry.name));

test("no hostile name is an id that a host may give", async () => {
  const { store, root, cwd } = await temporaryStore();
  for (const id of HOSTILE)
    await expect(store.create({ cwd, id, eager: true })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  expect(filesIn(root)).toEqual([]);
});

/** One of each kind: what follows makes a store for each. */
const SOME = [
  "",
  "..",
  "../x",
  "/etc/passwd",
  "C:x",
  "\\\\srv\\s",
  "a\0.jsonl",
  "nul",
  "x.",
  "Abc",
  "e\u0301",
  "\ud800",
];

test.each(SOME)("%j as an id in a log, a name, a label, a tag and a parent names no file", async (evil) => {
  const folder = temporaryFolder();
  const { store, root, cwd } = await temporaryStore({ root: join(folder, "root") });
  const log = join(temporaryFolder(), "log.jsonl");
  const header = { type: "session", format: "session-tree", version: 2, timestamp: "2026-01-01T00:00:00Z" };
  const id = evil === "" ? "s" : evil;
  const names = {
    name: evil,
    cwd: join(cwd, "sub"),
    parentSession: evil,
    forkedFrom: evil,
    relation: "fork",
  };
  const entry = {
    type: "message",
    id,
    parentId: null,
    timestamp: "t",
    message: { role: "user", content: evil },
  };
  const blob = { type: "blob", sha256: evil, bytes: 1, mimeType: evil, of: "text" };
  const lines = [
    { ...header, id, ...names },
    { ...entry, id: id.slice(0, 128) },
    { ...entry, id: "b", message: { role: "user", content: [blob] } },
    { type: "label", id: "l", parentId: null, timestamp: "t", targetId: id, label: evil },
    { type: "tag", id: "t", parentId: null, timestamp: "t", tag: evil, on: true },
  ];
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { session } = await store.import(log, { cwd });
  await (await store.fork(session, { cwd })).close();
  await store.move({ session: session.id, to: join(cwd, "other") });
  await store.delete(session);
  expect(await store.trash()).toMatchObject([{ id: session.id }]);
  await store.restore(session.id);
  await session.close();
  const made = filesIn(folder).filter((file) => !/index\.sqlite(-wal|-shm)?$/.test(file));
  expect(made.every((file) => file.startsWith(`${root}/projects/`))).toBe(true);
  expect(made.map((file) => file.slice(dirname(file).length + 1))).toSatisfy((files: string[]) =>
    files.every((file) => /^[0-9a-f-]{36}\.jsonl$/.test(file)),
  );
});

test.each(SOME)("%j as a log of the store keeps to its own file", async (evil) => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await store.create({ cwd, id: "mine", eager: true });
  const text = readFileSync(file, "utf8").replace('"id":"mine"', `"id":${JSON.stringify(evil || "s")}`);
  writeFileSync(file, text);
  const before = new Set(filesIn(root));
  const session = await store.open(file);
  await session.append(user("more"));
  await session.close();
  const { item } = await store.delete({ file });
  await store.restore(item);
  expect(readFileSync(file, "utf8").startsWith(text)).toBe(true);
  expect(filesIn(root).filter((one) => !before.has(one) && !one.includes("index.sqlite"))).toEqual([]);
});

test.each(SOME)("%j as a word finds nothing and makes nothing", async (word) => {
  const { store, root, cwd } = await temporaryStore();
  await (await store.create({ cwd, eager: true })).close();
  const before = filesIn(root).length;
  for (const door of [
    () => store.resolve(word, { cwd }),
    () => store.open(word),
    () => store.restore(word),
    () => store.delete({ file: word }),
    () => store.import(join(cwd, `${word}/none`)),
  ])
    await expect(door()).rejects.toBeInstanceOf(SessionTreeError);
  expect(await store.move({ session: word, to: cwd })).toEqual([]);
  expect(filesIn(root)).toHaveLength(before);
});

test.each([
  "../../out.jsonl",
  "/tmp/out.jsonl",
  "projects/../../out.jsonl",
  "projects/p/..",
  "projects/p/a.txt",
  "trash/x.jsonl",
  "projects/p/.x.jsonl",
])("a manifest in the trash that says it came from %s does not lead out of the projects", async (from) => {
  const folder = temporaryFolder();
  const root = join(folder, "root");
  const { store, cwd } = await temporaryStore({ root });
  const session = await store.create({ cwd, eager: true });
  const { item } = await store.delete(session);
  const manifest = join(root, "trash", item, "manifest.json");
  const told = JSON.parse(readFileSync(manifest, "utf8")) as object;
  writeFileSync(manifest, JSON.stringify({ ...told, from }));
  const restored = await store.restore(item);
  expect(dirname(dirname(restored.file))).toBe(join(root, "projects"));
  expect(readdirSync(folder)).toEqual(["root"]);
});

test.each(HOSTILE)(
  "a project folder's name holds no more of a directory than letters, digits and hyphens: %j",
  async (name) => {
    const { store, root, cwd } = await temporaryStore();
    const path = join(cwd, name.replaceAll("\0", ""));
    // No directory can have a longer name, but a session can say so.
    if (Buffer.byteLength(name) < 256) mkdirSync(path, { recursive: true });
    await (await store.create({ cwd: path, eager: true })).close();
    expect(readdirSync(join(root, "projects"))).toEqual([expect.stringMatching(/^[a-z0-9-]+-[0-9a-f]{12}$/)]);
  },
);

test("no two ids of ours differ only in case, form or width: they have one case and no more than ASCII", () => {
  const origin = { dialect: "pi", id: "X", file: "f", sha256: "0".repeat(64) };
  for (const id of [newId(), importId(origin, "2026-01-01T00:00:00Z"), importId(origin, undefined)])
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 70 }), (id) => {
      if (isSessionId(id)) expect([id.toLowerCase(), id.normalize("NFKC")]).toEqual([id, id]);
      expect(isSessionId(`${id}A`)).toBe(false);
    }),
  );
});

test("a log that stands under another case of an id is a session of its own, and none is lost", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, id: "abc", eager: true });
  const upper = join(dirname(session.file), "ABC.jsonl");
  appendFileSync(upper, readFileSync(session.file, "utf8").replace('"id":"abc"', '"id":"ABC"'));
  const ids = (await store.list()).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(
    existsSync(session.file) && upper !== session.file ? ["ABC", "abc"] : ["abc"],
  );
});
