import { expect, test } from "vitest";
import type { PathEntry } from "../../src/projection/types.ts";
import { project } from "../../src/projection/project.ts";
import { type Body, call, pathOf, result, turn, user } from "./build.ts";

/** Repeats a piece of history until the path has `length` entries. */
function longPath(length: number, piece: (index: number) => Body[]): PathEntry[] {
  const bodies: Body[] = [];
  while (bodies.length < length) for (const body of piece(bodies.length)) bodies.push(body);
  return pathOf(...bodies.slice(0, 1)).concat(entriesOf(bodies.slice(1)));
}

function entriesOf(bodies: Body[]): PathEntry[] {
  return bodies.map((body, index) => ({
    entry: { id: `e${index + 1}`, parentId: `e${index}`, timestamp: "2026-01-01T10:00:00.000Z", ...body },
  }));
}

test("a path of 1,000,000 entries", { timeout: 120_000 }, () => {
  const path = longPath(1_000_000, () => [user("a"), turn(call("x")), result("x", "ok"), turn("b")]);
  const { messages, provenance } = project(path);
  expect(messages).toHaveLength(1_000_001);
  expect(provenance).toHaveLength(1_000_001);
});

test("many results of one call, many calls of one id, a long queue", () => {
  const many = 50_000;
  const results = longPath(many, (index) => [result("x", String(index))]);
  expect(project(results).messages).toHaveLength(many);
  const calls = longPath(many, () => [turn(call("x"))]);
  expect(project(calls).messages).toHaveLength(2 * many);
  const queue = longPath(2 * many, (index) =>
    index === 0
      ? Array.from({ length: many }, () => ({ type: "queue", operation: "enqueue", content: "q" }))
      : [{ type: "queue", operation: "dequeue" }],
  );
  expect(project(queue).queue).toEqual([]);
});
