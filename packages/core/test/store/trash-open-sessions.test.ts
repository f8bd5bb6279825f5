import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryStore, user } from "../support/store.ts";
import { namedSession, onlyItem } from "../support/trash.ts";

test("an open session does not come back by an append", async () => {
  const { store, cwd, root } = await temporaryStore();
  const session = await namedSession(store, cwd, "one");
  const other = await openStore({ root });
  const elsewhere = await other.open(session.file);
  await store.delete(session);
  const bytes = readFileSync(join(onlyItem(root), "one.jsonl"));
  for (const open of [session, elsewhere])
    await expect(open.append(user("more"))).rejects.toMatchObject({ code: "SESSION_GONE" });
  expect(existsSync(session.file)).toBe(false);
  expect(readFileSync(join(onlyItem(root), "one.jsonl"))).toEqual(bytes);
  // Restored, it is the same session, and who has it open goes on.
  await store.restore("one");
  await elsewhere.append(user("more"));
  expect(await store.summary(session)).toMatchObject({ messages: 2 });
  await elsewhere.close();
  await other.close();
});

/** Appends for ever; tells the ids it was promised, and at the end the code of the error. */
const WRITER = `
  import { openStore } from "@session-tree/core";
  const [root, file] = process.argv.slice(1);
  const store = await openStore({ root, durability: "process" });
  const session = await store.open(file);
  for (;;) {
    try {
      const { id } = await session.append({ type: "message", message: { role: "user", content: "on" } });
      console.log(id);
    } catch (error) {
      console.log(error.code);
      break;
    }
    await new Promise(setImmediate);
  }
`;

test("a process that is writing gets SESSION_GONE, and all that it was promised is in the trash", async () => {
  const { store, root, cwd } = await temporaryStore();
  const { file } = await namedSession(store, cwd, "one");
  const core = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const args = ["--input-type=module", "-e", WRITER, root, file];
  const writer = spawn(process.execPath, args, { cwd: core, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  writer.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  while (printed.split("\n").length < 20) await once(writer.stdout, "data");
  await store.delete({ file });
  await once(writer, "close");
  const lines = printed.trimEnd().split("\n");
  expect(lines.at(-1)).toBe("SESSION_GONE");
  expect(existsSync(file)).toBe(false);
  await store.restore("one");
  const session = await store.open(file);
  const kept = new Set((await session.tree()).nodes.map(({ id }) => id));
  expect(lines.slice(0, -1).filter((id) => !kept.has(id))).toEqual([]);
}, 30_000);

test("a watcher goes on when a session is deleted and restored", async () => {
  const { store, cwd } = await temporaryStore();
  const one = await namedSession(store, cwd, "one");
  const two = await namedSession(store, cwd, "two");
  const stop = new AbortController();
  const events = store.watch({ signal: stop.signal })[Symbol.asyncIterator]();
  const next = events.next();
  await store.delete(one);
  await setTimeout(50);
  await store.restore("one");
  await setTimeout(50);
  const { id } = await two.append(user("seen"));
  expect((await next).value).toMatchObject({ session: "two", entry: { id } });
  stop.abort();
  await events.return?.();
});
