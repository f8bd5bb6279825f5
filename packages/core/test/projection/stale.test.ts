import { expect, test } from "vitest";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import { STALE_REMINDER } from "../../src/projection/stale.ts";
import { pathOf, shape, system, turn, user } from "./build.ts";

const staleAfter = { milliseconds: 60_000, now: new Date("2026-01-01T10:10:00.000Z") };

test("an old conversation gets one closing reminder and a hint", () => {
  const projection = project(pathOf(user("a"), turn("b")), { staleAfter });
  expect(shape(projection)).toEqual(["user a", "assistant b", "user Continue.", `user ${STALE_REMINDER}`]);
  expect(projection.provenance).toEqual(["e0", "e1", "e1", "e1"]);
  expect(projection.hints).toEqual([
    { kind: "stale", detail: "the last message is from 2026-01-01T10:01:00.000Z" },
  ]);
});

test.each([
  ["a fresh one", "2026-01-01T10:09:30.000Z"],
  ["one from the future", "2027-01-01T10:00:00.000Z"],
  ["one whose time is no time", "yesterday"],
  ["one whose time has no zone", "2026-01-01T09:00:00"],
])("%s gets none", (_, timestamp) => {
  const projection = project(pathOf({ ...user("a"), timestamp }), { staleAfter });
  expect(shape(projection)).toEqual(["user a"]);
  expect(projection.hints).toEqual([]);
});

test("without a conversation there is nothing to remind of", () => {
  expect(shape(project(pathOf(system("s")), { staleAfter }))).toEqual(["system s"]);
});

test("a time without a zone means the same on every machine: nothing", () => {
  const path = pathOf({ ...user("a"), timestamp: "2026-01-01T09:00:00" }, turn("b"));
  expect(project(path, { staleAfter }).prefixIntact[1]).toBe(true);
  expect(render.pi(project(path)).messages[0]?.timestamp).toBe(0);
});
