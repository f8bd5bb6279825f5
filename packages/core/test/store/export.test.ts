import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { assistant, temporaryFolder, temporaryStore, user } from "../support/store.ts";

const KEY = `sk-ant-api03-${"x".repeat(40)}`;

/** A session with two branches, the first one active, and large content. */
async function branched(store: SessionStore, cwd: string, large = "large ".repeat(60_000)): Promise<Session> {
  const session = await store.create({ cwd, name: "Garden" });
  await session.append(user("one", { id: "a" }));
  await session.append(assistant("two", {}));
  const { leaf } = session;
  await session.append(user(large, { id: "large" }));
  await session.checkout(leaf);
  await session.append(user(`use ${KEY}`, { id: "key" }));
  await session.append({ type: "custom", customType: "env", data: { [KEY]: [KEY] } });
  await session.label("a", "start");
  await session.checkout("large");
  return session;
}

/** What a session holds, whatever its own id is. */
async function contentsOf(session: Session): Promise<object> {
  const entries = [];
  for await (const entry of session.entries()) entries.push(entry);
  return { entries, leaf: session.leaf, labels: session.labels(), name: session.log.name() };
}

describe("a native export", () => {
  test.each([true, false])(
    "is the same session with another id (large content spilled: %s)",
    async (spill) => {
      const { store, cwd } = await temporaryStore({ spill });
      const source = await branched(store, cwd);
      const file = join(temporaryFolder(), "deep", "copy.jsonl");
      const made = await store.export(source, { to: "native" });
      made.write(file);
      const copy = await store.open(file);
      expect(copy.id).toBe(made.id);
      expect(copy.id).not.toBe(source.id);
      expect(await contentsOf(copy)).toEqual(await contentsOf(source));
      expect(made.lost).toEqual({});
      expect(existsSync(join(file, "..", "copy.blobs"))).toBe(spill);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await copy.close();
    },
  );

  test("has all of its content in its lines where there is no folder beside them", async () => {
    const { store, cwd } = await temporaryStore({ spill: true });
    const source = await branched(store, cwd);
    const file = join(temporaryFolder(), "copy.jsonl");
    writeFileSync(file, Buffer.concat([...(await store.export(source, { to: "native" })).lines()]));
    const copy = await store.open(file);
    expect(await contentsOf(copy)).toEqual(await contentsOf(source));
    await copy.close();
  });

  test("of a branch has its entries and their labels alone", async () => {
    const { store, cwd } = await temporaryStore();
    const source = await branched(store, cwd);
    await source.rename("Orchard");
    await source.tag("t");
    const made = await store.export(source, { to: "native", at: "key" });
    const texts = [...made.lines()].map((line) => line.toString("utf8"));
    expect(texts.join("")).not.toContain("large");
    expect(texts.filter((line) => line.includes('"label":"start"'))).toHaveLength(1);
    expect(made.lost).toEqual({ "off-branch": 2, tag: 1 });
    expect(JSON.parse(texts[0]!)).toMatchObject({ name: "Orchard" });
  });

  test("goes into the store, in the project that it is given", async () => {
    const { store, cwd, root } = await temporaryStore({ spill: true });
    const source = await branched(store, cwd);
    const elsewhere = temporaryFolder();
    const made = await store.export(source, { to: "native", cwd: elsewhere });
    const file = made.install({ home: root, env: {} });
    const listed = await store.list({ cwd: elsewhere });
    expect(listed.map((row) => [row.id, row.file])).toEqual([[made.id, file]]);
    const copy = await store.open(made.id);
    expect(await contentsOf(copy)).toEqual(await contentsOf(source));
    await copy.close();
  });
});

test.each(["native", "pi"])(
  "what is there is never written over by %s, and nothing else is left",
  async (to) => {
    const { store, cwd } = await temporaryStore({ spill: true });
    const folder = temporaryFolder();
    const file = join(folder, "taken.jsonl");
    writeFileSync(file, "mine");
    const made = await store.export(await branched(store, cwd), { to });
    expect(() => made.write(file)).toThrow(expect.objectContaining({ code: "PLACE_TAKEN" }));
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(readdirSync(folder)).toEqual(["taken.jsonl"]);
  },
);

test("nothing is written before it is asked for, and the source stays as it was", async () => {
  const { store, cwd, root } = await temporaryStore();
  const source = await branched(store, cwd);
  const before = readFileSync(source.file);
  const names = readdirSync(root, { recursive: true });
  const made = await store.export(source, { to: "pi", redact: true });
  expect(readdirSync(root, { recursive: true })).toEqual(names);
  made.write(join(temporaryFolder(), "copy.jsonl"));
  expect(readFileSync(source.file)).toEqual(before);
});

test.each(["native", "pi", "openai-jsonl"])("a redacted export to %s has no key in it", async (to) => {
  const { store, cwd } = await temporaryStore({ spill: { above: 20 } });
  const source = await branched(store, cwd, `${KEY} `.repeat(3));
  await source.rename(`about ${KEY}`);
  const folder = temporaryFolder();
  const made = await store.export(source, {
    to,
    at: to === "openai-jsonl" ? "key" : undefined,
    redact: true,
  });
  made.write(join(folder, "copy.jsonl"));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const texts = files.map((one) => readFileSync(join(one.parentPath, one.name), "utf8")).join("");
  expect(texts).toContain("[redacted:anthropic-key]");
  expect(texts).not.toContain(KEY);
  expect(made.redacted["anthropic-key"]).toBe(to === "openai-jsonl" ? 1 : 7);
});

test("a redacted import has no key in it, and what comes later is redacted when it is asked for again", async () => {
  const { store, cwd } = await temporaryStore();
  const other = await temporaryStore({ spill: { above: 20 } });
  const source = await branched(other.store, cwd, `${KEY} `.repeat(3));
  const first = await store.import(source.file, { redact: true });
  expect(first.redacted).toEqual({ "anthropic-key": 6 });
  await source.append(user(`again ${KEY}`));
  const second = await store.import(source.file, { redact: true });
  expect(second).toMatchObject({ created: false, added: 1, redacted: { "anthropic-key": 1 } });
  expect(JSON.stringify(await contentsOf(second.session))).not.toContain(KEY);
  expect(readFileSync(second.session.file, "utf8")).not.toContain(KEY);
  expect(second.session.id).toBe(first.session.id);
});

test("a redacted import of a session that is told anew holds it once", async () => {
  const { store } = await temporaryStore();
  const file = join(temporaryFolder(), "chat.jsonl");
  const lines = [`{"role":"user","content":"use ${KEY}"}`, '{"role":"assistant","content":"ok"}'];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  expect(await store.import(file, { redact: true })).toMatchObject({
    added: 2,
    redacted: { "anthropic-key": 1 },
  });
  expect(await store.import(file, { redact: true })).toMatchObject({ added: 0 });
  expect(await store.import(file)).toMatchObject({ added: 0 });
});

test("a name that is no format's is told with those that are", async () => {
  const { store, cwd } = await temporaryStore();
  const source = await branched(store, cwd);
  await expect(store.export(source, { to: "word" })).rejects.toThrow('Nothing can be exported to "word"');
  const chat = await store.export(source, { to: "openai-jsonl" });
  expect(() => chat.install({ home: cwd, env: {} })).toThrow("No agent looks for files");
});
