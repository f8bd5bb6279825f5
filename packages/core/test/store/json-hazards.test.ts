import { appendFileSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryStore, user } from "../support/store.ts";

/** Extra fields of a message that a careless reader or writer changes. */
test.each([
  ["a __proto__ key", '"x":{"__proto__":{"a":1},"constructor":{"prototype":{}}}', true],
  ["an own __proto__ at the top", '"__proto__":{"a":1}', true],
  ["10^5 levels", `"x":${"[".repeat(1e5)}${"]".repeat(1e5)}`, false],
  ["a key twice", '"x":1,"x":2', true],
  ["a number beyond all doubles", '"x":1e400', true],
  ["a number that no double holds", '"x":12345678901234567890', true],
  ["a lone surrogate", '"x":"\\ud800"', true],
  ["escapes nobody needs", '"x":"\\u0041\\/"', true],
])("%s survives a fork and an import byte for byte", async (_name, field, isSound) => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd, eager: true });
  const line = `{"type":"message","id":"a","parentId":null,"timestamp":"t","message":{"role":"user","content":"hi"},${field}}`;
  appendFileSync(session.file, `${line}\n`);
  const source = await store.open(session.file);
  const fork = await store.fork(source, { cwd });
  expect(readFileSync(fork.file, "utf8")).toContain(`${line}\n`);
  await fork.append(user("more"));
  expect((await store.doctor()).damage).toHaveLength(isSound ? 0 : 2);
  const { session: imported } = await store.import(source.file);
  expect(readFileSync(imported.file, "utf8")).toContain(`${line}\n`);
  appendFileSync(source.file, `${line.replace('"id":"a"', '"id":"b"')}\n`);
  await store.import(source.file);
  expect(readFileSync(imported.file, "utf8").split(field)).toHaveLength(3);
});
