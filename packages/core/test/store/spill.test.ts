import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMAGE_LOST, TEXT_LOST } from "../../src/format/restore.ts";
import { blobFolder } from "../../src/log/blob-folder.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Session } from "../../src/store/session.ts";
import { entryWithContent } from "../format/random-contents.ts";
import { assistant, temporaryFolder, temporaryStore, toolCall, user } from "../support/store.ts";
import { SPILL, LONG, collect, blobsOf, readings, spilledSession, said, WHOLE } from "./spilled-session.ts";

describe("spilling", () => {
  test(
    "with and without it, a session reads the same, on disk and in memory",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(entryWithContent, fc.constant(toolCall("t"))), { minLength: 1, maxLength: 6 }),
          fc.constantFrom(0, 10, 1000),
          fc.boolean(),
          async (entries, above, batch) => {
            const root = mkdtempSync(join(tmpdir(), "session-tree-"));
            const now = (): Date => new Date("2026-01-01T10:00:00.000Z");
            const common = { now, durability: "process", index: false } as const;
            const stores = [
              await openStore({ ...common, root: join(root, "plain") }),
              await openStore({ ...common, root: join(root, "spilled"), spill: { above } }),
              await openStore({ memory: true, now, spill: { above } }),
            ];
            const all: object[] = [];
            for (const store of stores) {
              const session = await store.create({ cwd: root, id: "s" });
              const named = entries.map((entry, index): NewEntry => ({ ...entry, id: `e${index}` }));
              if (batch) await session.append(named);
              else for (const one of named) await session.append(one);
              const [again, fork] = [await store.open("s"), await store.fork(session, { cwd: root })];
              const { projections } = (await readings(fork)) as { projections: unknown[] };
              all.push({ ...(await readings(again)), fork: projections });
              for (const one of [session, again, fork]) await one.close();
            }
            const [plain, ...others] = all.map(withoutBatchIds);
            for (const other of others) expect(other).toEqual(plain);
            rmSync(root, { recursive: true });
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test("is off by default, and starts above 256 KiB", async () => {
    const limit = "x".repeat(256 * 1024);
    for (const [spill, text, blobs] of [
      [undefined, `${limit}x`, 0],
      [false, `${limit}x`, 0],
      [true, limit, 0],
      [true, `${limit}x`, 1],
    ] as const) {
      const { store, cwd } = await temporaryStore({ spill });
      const session = await store.create({ cwd });
      await session.append(user(text));
      expect(readdirSync(join(session.file, "..")).filter((name) => name.endsWith(".blobs"))).toHaveLength(
        blobs,
      );
      expect(statSync(session.file).size < 5000).toBe(blobs > 0);
      expect(await said(session)).toEqual([[{ type: "text", text }]]);
    }
  });

  test.each([-1, Number.NaN])("a limit of %d is refused", async (above) => {
    await expect(openStore({ memory: true, spill: { above } })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  });

  test("a retry with the same id is answered as done, whether either store spills or not", async () => {
    const { root, session } = await spilledSession();
    await expect(session.append(user(LONG, { id: "a" }))).resolves.toMatchObject({ ids: ["a"] });
    await expect(session.append(user(`${LONG}!`, { id: "a" }))).rejects.toMatchObject({
      code: "INVALID_ENTRY",
    });
    const { store } = await temporaryStore({ root });
    const plain = await store.open(session.file);
    await plain.append(user(LONG, { id: "a" }));
    await plain.append(user(`${LONG} more`, { id: "c" }));
    const again = await (await temporaryStore({ ...SPILL, root })).store.open(session.file);
    await again.append(user(`${LONG} more`, { id: "c" }));
    expect((await collect(again.entries())).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("a host cannot append a blob block of its own", async () => {
    const { session } = await spilledSession();
    const block = { type: "blob", sha256: "0".repeat(64), bytes: 1, mimeType: "text/plain", of: "text" };
    const before = readFileSync(session.file);
    await expect(
      session.append({ type: "message", message: { role: "user", content: [block] } }),
    ).rejects.toMatchObject({ code: "INVALID_ENTRY" });
    expect(readFileSync(session.file)).toEqual(before);
  });

  test("listeners and watchers get the whole content", async () => {
    const { store, session } = await spilledSession();
    const heard: unknown[] = [];
    session.on("append", (entry) => heard.push(entry));
    const end = new AbortController();
    const events = store.watch({ signal: end.signal })[Symbol.asyncIterator]();
    const next = events.next();
    await session.append(user(`${LONG}!`, { id: "c" }));
    const { value } = await next;
    end.abort();
    const whole = { id: "c", message: { content: `${LONG}!` } };
    expect(heard).toMatchObject([whole]);
    expect(value).toMatchObject({ entry: whole });
  });

  test("a context that is replaced, and what is queued, are spilled too", async () => {
    const { store, cwd } = await temporaryStore(SPILL);
    const session = await store.create({ cwd });
    await session.append({ type: "queue", operation: "enqueue", content: LONG });
    await session.replaceContext([{ role: "user", content: LONG }]);
    expect(blobsOf(session)).toHaveLength(1);
    expect(readFileSync(session.file, "utf8")).not.toContain("the end");
    const { messages, queue } = await (await store.open(session.file)).project();
    expect([messages.map(({ content }) => content), queue]).toEqual([
      [[{ type: "text", text: LONG }]],
      [LONG],
    ]);
  });
});

describe("lists and trees", () => {
  test("show previews, and read no blob", async () => {
    const { store, cwd, session } = await spilledSession();
    const [title] = (await store.list({ cwd })).map((row) => row.title);
    expect(title).toMatch(/^a long text a long text .*…$/);
    rmSync(blobFolder(session.file), { recursive: true });
    const { nodes, damage } = await (await store.open(session.file)).tree();
    expect(nodes.map(({ preview }) => preview.slice(0, 18))).toEqual([
      "a long text a long",
      "look [image/png]",
    ]);
    expect(damage).toEqual([]);
    expect(await store.list({ cwd })).toMatchObject([{ title, damage: 0 }]);
    expect(await collect(session.entries({ previews: true }))).toMatchObject([
      { message: { content: LONG.slice(0, 2048) } },
      { message: { content: [{ text: "look" }, { type: "image", data: "" }] } },
    ]);
  });
});

describe("a blob that is not what it was", () => {
  const blows: [string, (file: string) => void][] = [
    ["missing", (file) => unlinkSync(file)],
    ["cut", (file) => truncateSync(file, 10)],
    ["longer", (file) => appendFileSync(file, "x")],
    [
      "changed",
      (file) => {
        const bytes = readFileSync(file);
        bytes[bytes.length - 1]! ^= 1;
        writeFileSync(file, bytes);
      },
    ],
    [
      "a symbolic link",
      (file) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
    ],
    [
      "a folder",
      (file) => {
        unlinkSync(file);
        mkdirSync(file);
      },
    ],
  ];

  test.each(blows)(
    "%s: a preview and a note stand in its place, and it is reported",
    async (_what, strike) => {
      const { store, session } = await spilledSession();
      for (const file of blobsOf(session)) strike(file);
      const again = await store.open(session.file);
      const preview = LONG.slice(0, 2048);
      expect(await said(again)).toEqual([
        [{ type: "text", text: `${preview}\n${TEXT_LOST}` }],
        [
          { type: "text", text: "look" },
          { type: "text", text: IMAGE_LOST },
        ],
      ]);
      const { repairs } = await again.project();
      expect(repairs).toMatchObject([
        { kind: "content-lost", entryId: "a" },
        { kind: "content-lost", entryId: "b" },
      ]);
      expect(await again.damage()).toMatchObject([{ kind: "missing-blob" }, { kind: "missing-blob" }]);
      const report = await store.doctor();
      expect(report).toMatchObject({
        ok: false,
        damage: [{ kind: "missing-blob" }, { kind: "missing-blob" }],
      });
      const { heads } = again.log;
      expect(report.damage.map(({ offset, length }) => ({ offset, length }))).toEqual(
        heads.map(({ offset, length }) => ({ offset, length })),
      );
    },
  );

  test("comes back when its file does, or when the same content is appended again", async () => {
    const { session } = await spilledSession();
    const folder = blobFolder(session.file);
    renameSync(folder, `${folder}.away`);
    expect(await said(session)).not.toEqual(WHOLE);
    renameSync(`${folder}.away`, folder);
    const { store } = await temporaryStore({ root: join(session.file, "../../.."), ...SPILL });
    const again = await store.open(session.file);
    expect(await said(again)).toEqual(WHOLE);
    for (const file of blobsOf(session)) truncateSync(file, 1);
    await again.append(user(LONG, { id: "c" }));
    expect(await said(await store.open(session.file))).toMatchObject([WHOLE[0], {}, WHOLE[0]]);
  });

  test("makes the model's thinking void from there on", async () => {
    const { store, cwd } = await temporaryStore(SPILL);
    const session = await store.create({ cwd });
    await session.append(user("short"));
    await session.append(assistant("one"));
    await session.append(user(LONG));
    await session.append(assistant("two"));
    rmSync(blobFolder(session.file), { recursive: true });
    const { prefixIntact } = await (await store.open(session.file)).project({ ending: "as-is" });
    expect(prefixIntact).toEqual([true, true, false, false]);
  });
});

test("a hostile name makes the body bad, and no other file is read", async () => {
  const { store, root, session } = await spilledSession();
  writeFileSync(join(root, "secret"), "x");
  const names = ["../../../secret", "../../secret", "A".repeat(64), "0".repeat(63), "", "."];
  for (const [index, sha256] of names.entries()) {
    const block = { type: "blob", sha256, bytes: 1, mimeType: "text/plain", of: "text", preview: "p" };
    const entry = { type: "message", id: `h${index}`, parentId: "b", timestamp: "2026-01-01T10:00:00.000Z" };
    const line = { ...entry, message: { role: "user", content: [block] } };
    appendFileSync(session.file, `${JSON.stringify(line)}\n`);
  }
  const again = await store.open(session.file);
  expect((await again.damage()).map(({ kind }) => kind)).toEqual(names.map(() => "bad-body"));
  expect(await said(again)).toEqual(WHOLE);
  const fork = await store.fork(again, { cwd: root });
  expect(blobsOf(fork)).toHaveLength(2);
});

function inode(file: string): number {
  return statSync(file).ino;
}

describe("forks and imports", () => {
  test("a fork has the blobs that its path needs, shared; so has its fork; none needs the other", async () => {
    const { store, cwd, session } = await spilledSession();
    await session.append(user(`${LONG} on a branch`, { parentId: "a" }));
    await session.checkout("b");
    const fork = await store.fork(session, { cwd });
    expect(blobsOf(session)).toHaveLength(3);
    expect(blobsOf(fork)).toHaveLength(2);
    const own = new Set(blobsOf(session).map(inode));
    expect(blobsOf(fork).every((file) => own.has(inode(file)))).toBe(true);
    const second = await store.fork(fork, { cwd, at: "a" });
    expect(blobsOf(second)).toHaveLength(1);
    for (const one of [session, fork]) rmSync(blobFolder(one.file), { recursive: true });
    expect(await said(second)).toEqual(WHOLE.slice(0, 1));
    const lines = (one: Session): string[] => readFileSync(one.file, "utf8").split("\n").slice(1, 3);
    expect(lines(fork)).toEqual(lines(session));
  });

  test("a fork of a log elsewhere copies, also out of a folder that can only be read", async () => {
    const { session } = await spilledSession();
    const elsewhere = temporaryFolder();
    const file = join(elsewhere, "s.jsonl");
    copyFileSync(session.file, file);
    renameSync(blobFolder(session.file), blobFolder(file));
    for (const blob of blobsOf({ file })) chmodSync(blob, 0o444);
    for (const folder of [blobFolder(file), elsewhere]) chmodSync(folder, 0o555);
    const { store, cwd } = await temporaryStore();
    const fork = await store.fork(await store.open(file), { cwd });
    const { session: imported } = await store.import(file, { cwd });
    for (const folder of [elsewhere, blobFolder(file)]) chmodSync(folder, 0o755);
    const before = new Set(blobsOf({ file }).map(inode));
    for (const one of [fork, imported]) {
      expect(blobsOf(one)).toHaveLength(2);
      expect(blobsOf(one).some((blob) => before.has(inode(blob)))).toBe(false);
      expect(blobsOf(one).map((blob) => statSync(blob).mode & 0o777)).toEqual([0o600, 0o600]);
    }
    rmSync(elsewhere, { recursive: true });
    expect(await said(fork)).toEqual(WHOLE);
    expect(await said(imported)).toEqual(WHOLE);
  });

  test("a later import brings the blobs of what is new", async () => {
    const { session } = await spilledSession();
    const { store, cwd } = await temporaryStore();
    const first = await store.import(session.file, { cwd });
    expect(blobsOf(first.session)).toHaveLength(2);
    await session.append(user(`${LONG} more`));
    const { session: imported, added } = await store.import(session.file, { cwd });
    expect(added).toBe(1);
    expect(blobsOf(imported)).toHaveLength(3);
    expect(await said(imported)).toEqual([...WHOLE, [{ type: "text", text: `${LONG} more` }]]);
  });

  test("a log without its blobs is forked and imported all the same", async () => {
    const { store, cwd, session } = await spilledSession();
    const { file } = session;
    rmSync(blobFolder(file), { recursive: true });
    const again = await store.open(file);
    const { messages } = await again.project();
    const fork = await store.fork(again, { cwd });
    expect((await fork.project()).messages).toEqual(messages);
    const { session: imported } = await store.import(file, { cwd });
    expect((await imported.project()).messages).toEqual(messages);
  });

  test("blobs are found in lines whose JSON is written in another way", async () => {
    const { store, cwd, session } = await spilledSession();
    const [, line] = readFileSync(session.file, "utf8").split("\n");
    const odd = line!.replace('"type":"blob"', '"type" : "\\u0062lob"').replace('"id":"a"', '"id":"odd"');
    appendFileSync(session.file, `${odd}\n`);
    const fork = await store.fork(await store.open(session.file), { cwd, at: "odd" });
    expect(await said(fork)).toEqual(WHOLE.slice(0, 1));
  });

  test("a block of pi's that looks like a blob names none", async () => {
    const { store, root, cwd, session } = await spilledSession();
    const block = JSON.parse(readFileSync(session.file, "utf8").split("\n")[1]!) as { message: object };
    const file = join(root, "pi.jsonl");
    const timestamp = "2026-01-01T10:00:00.000Z";
    const lines = [
      { type: "session", version: 3, id: "p", timestamp, cwd },
      { type: "message", id: "a", parentId: null, timestamp, message: { ...block.message, timestamp: 0 } },
    ];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    renameSync(blobFolder(session.file), blobFolder(file));
    const pi = await store.open(file);
    expect([pi.dialect, await said(pi)]).toEqual(["pi", []]);
    const { session: imported } = await store.import(file, { cwd });
    expect(JSON.stringify(await collect(imported.entries()))).not.toContain("the end");
  });
});

test("reading a session with blobs changes no file", async () => {
  const { store, cwd, session } = await spilledSession();
  await session.close();
  const stamps = (): unknown[] =>
    [session.file, blobFolder(session.file), ...blobsOf(session)].map((file) => {
      const { ino, size, mtimeMs, ctimeMs } = statSync(file);
      return { file, ino, size, mtimeMs, ctimeMs };
    });
  const before = stamps();
  const again = await store.open(session.file);
  await readings(again);
  await Promise.all([store.list({ cwd }), store.doctor(), store.resolve(session.file, { cwd })]);
  await again.close();
  expect(stamps()).toEqual(before);
});

/** Ids of batches are new in every store. */
function withoutBatchIds(reading: object): unknown {
  return JSON.parse(JSON.stringify(reading, (key, value: unknown) => (key === "batch" ? undefined : value)));
}
