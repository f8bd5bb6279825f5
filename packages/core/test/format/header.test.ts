import { expect, test } from "vitest";
import { headerSchema } from "../../src/format/header.ts";
import { validateHeader } from "../../src/format/validate.ts";

const smallest = {
  type: "session",
  format: "session-tree",
  version: 2,
  id: "0192a3b4-0000-7000-8000-000000000001",
  timestamp: "2026-01-01T10:00:00.000Z",
  cwd: "/home/ada/projects/weather",
};

const full = {
  ...smallest,
  name: "Rain alert",
  parentSession: "0192a3b4-0000-7000-8000-000000000000",
  forkedFrom: null,
  relation: "subagent",
  git: { root: "/home/ada/projects/weather", branch: "main", commit: "b7d21fe" },
  host: { name: "weather-agent", version: "0.3.0" },
  origin: { dialect: "pi", id: "old", file: "/tmp/old.jsonl", sha256: "00", bytes: 10 },
};

test("the smallest header, and one with everything", () => {
  expect(validateHeader(smallest)).toEqual([]);
  expect(validateHeader(full)).toEqual([]);
});

test("keys that we do not know are kept, inside too", () => {
  const more = { ...full, color: "red", git: { ...full.git, dirty: true } };
  expect(headerSchema().parse(more)).toEqual(more);
});

test.each(Object.keys(smallest))("without `%s` it is refused", (key) => {
  expect(validateHeader({ ...smallest, [key]: undefined })).toEqual([expect.stringContaining(key)]);
});

test.each([
  { format: "pi" },
  { version: "2" },
  { version: 0 },
  { id: "" },
  { cwd: null },
  { name: 1 },
  { relation: "cousin" },
  { git: "main" },
  { host: {} },
  { origin: { dialect: "pi" } },
])("%j is refused", (change) => {
  expect(validateHeader({ ...smallest, ...change })).not.toEqual([]);
});
