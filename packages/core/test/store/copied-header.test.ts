import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, temporaryStore } from "../support/store.ts";

const NOW = new Date("2026-06-01T00:00:00.000Z");
const NOON = "2026-01-01T12:00:00.000Z";

/** A session of pi with two messages at noon, and what its header says besides. */
function session(header: object): string {
  const file = join(temporaryFolder(), "garden.jsonl");
  const body = (content: string) => ({
    type: "message",
    timestamp: NOON,
    message: { role: "user", content },
  });
  const lines = [
    { type: "session", version: 3, id: "garden", ...header },
    { ...body("one"), id: "a", parentId: null },
    { ...body("two"), id: "b", parentId: "a" },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

/** The header of a copy, as an import and as an export. */
async function headers(file: string): Promise<object[]> {
  const { store } = await temporaryStore({ now: () => NOW });
  const source = await store.open(file);
  const made = await store.export(source, { to: "native" });
  const exported = JSON.parse(
    Buffer.concat([...made.lines()])
      .toString()
      .split("\n")[0]!,
  ) as object;
  const { session: imported } = await store.import(file);
  return [exported, imported.header!.value];
}

describe("a copy of a session", () => {
  test.each([
    ["has the time that it was begun", { timestamp: "2026-01-01T08:00:00.000Z" }, "2026-01-01T08:00:00.000Z"],
    ["has the time of the first entry where it says none: it is no newer than its source", {}, NOON],
  ])("%s", async (_, header, timestamp) => {
    for (const copy of await headers(session(header))) expect(copy).toMatchObject({ timestamp });
  });

  test.each(["/gone/garden", "C:\\Users\\ada\\garden", "garden"])(
    "belongs to %s, as recorded",
    async (cwd) => {
      for (const copy of await headers(session({ cwd }))) expect(copy).toMatchObject({ cwd });
    },
  );
});

test("a directory that is no path here is no project of whoever asks", async () => {
  const folder = temporaryFolder();
  const { store } = await temporaryStore({ sources: [{ dialect: "pi", folder }] });
  const line = { type: "session", version: 3, id: "garden", timestamp: NOON, cwd: "." };
  writeFileSync(join(folder, "garden.jsonl"), `${JSON.stringify(line)}\n`);
  const here = await store.list({ cwd: process.cwd(), source: "all" });
  const everywhere = await store.list({ source: "all" });
  expect([here.length, everywhere.length]).toEqual([0, 1]);
});
