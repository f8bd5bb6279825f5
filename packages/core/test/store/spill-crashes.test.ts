import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { blobName } from "../../src/format/blob.ts";
import { blobFolder } from "../../src/log/blob-folder.ts";
import { temporaryStore, user } from "../support/store.ts";

/** Where the built package can be imported by its own name. */
const PACKAGE = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Appends texts that are spilled for ever, the same ones in every process, and prints each id once it is written. */
const WRITER = `
  import { writeSync } from "node:fs";
  import { openStore } from "@session-tree/core";
  const [root, file] = process.argv.slice(1);
  const store = await openStore({ root, durability: "process", spill: { above: 100 } });
  const session = await store.open(file);
  for (let count = 0; ; count++) {
    const content = (count % 7) + "x".repeat(300_000 + count);
    const { id } = await session.append({ type: "message", message: { role: "user", content } });
    writeSync(1, id + "\\n");
  }
`;

async function killedWriter(root: string, file: string, enough: number): Promise<string[]> {
  const args = ["--input-type=module", "-e", WRITER, root, file];
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed += chunk;
    if (printed.split("\n").length > enough) child.kill("SIGKILL");
  });
  await once(child, "close");
  return printed.split("\n").slice(0, -1);
}

test("writers that spill the same content at once and are killed leave every written entry whole", async () => {
  const { store, root, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("root"));
  const ids = (await Promise.all([1, 2, 3].map(() => killedWriter(root, session.file, 15)))).flat();
  expect(ids.length).toBeGreaterThanOrEqual(45);
  const again = await store.open(session.file);
  expect(ids.filter((id) => again.log.head(id) === undefined)).toEqual([]);
  expect((await again.damage()).filter(({ kind }) => kind === "missing-blob")).toEqual([]);
  const names = readdirSync(blobFolder(session.file)).filter((name) => !name.startsWith("."));
  for (const name of names) expect(blobName(readFileSync(join(blobFolder(session.file), name)))).toBe(name);
  expect(names.length).toBeLessThan(ids.length);
  expect(statSync(session.file).size).toBeLessThan(ids.length * 5000);
}, 60_000);

test("a crash between a blob and its line leaves a blob that nobody needs, and nothing else", async () => {
  const { store, cwd } = await temporaryStore({ spill: { above: 100 } });
  const session = await store.create({ cwd });
  const text = "x".repeat(200);
  await session.append(user("short", { id: "a" }));
  const before = readFileSync(session.file);
  await session.append(user(text, { id: "b" }));
  writeFileSync(session.file, before);
  writeFileSync(join(blobFolder(session.file), ".0.tmp"), "half of a bl");
  const again = await store.open(session.file);
  expect(again.leaf).toBe("a");
  expect(await store.doctor()).toMatchObject({ ok: true, damage: [] });
  await again.append(user(text, { id: "b" }));
  expect((await again.project()).messages.at(-1)?.content).toEqual([{ type: "text", text }]);
});

test("a blob that cannot be written refuses the append, and nothing of it is there", async () => {
  const { store, cwd } = await temporaryStore({ spill: { above: 100 } });
  const session = await store.create({ cwd });
  await session.append(user("short", { id: "a" }));
  const before = readFileSync(session.file);
  writeFileSync(blobFolder(session.file), "a file in the way");
  const refused = session.append(user("x".repeat(200), { id: "b" }));
  await expect(refused).rejects.toMatchObject({ code: "IO" });
  expect(readFileSync(session.file)).toEqual(before);
  expect(session.leaf).toBe("a");
  rmSync(blobFolder(session.file));
  await expect(session.append(user("x".repeat(200), { id: "b" }))).resolves.toMatchObject({ leaf: "b" });
});

test("two stores spill the same content for one session, and both read it", async () => {
  const { store, root, cwd } = await temporaryStore({ spill: { above: 100 } });
  const other = (await temporaryStore({ root, spill: { above: 100 } })).store;
  const session = await store.create({ cwd });
  await session.append(user("root"));
  const text = "x".repeat(200);
  const mine = session.append(user(text));
  const theirs = (await other.open(session.file)).append(user(text));
  await Promise.all([mine, theirs]);
  expect(readdirSync(blobFolder(session.file))).toEqual([blobName(Buffer.from(text))]);
  expect(await (await store.open(session.file)).damage()).toEqual([]);
});
