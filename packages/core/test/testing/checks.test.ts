import { describe, expect, test } from "vitest";
import { checks, type Violation } from "../../src/testing/index.ts";

const HISTORY: Readonly<Record<string, string>> = { "openai-responses": "input", gemini: "contents" };

function cyclic(): unknown {
  const list: unknown[] = [];
  list.push({ role: "user", content: list });
  return list;
}

function deep(): unknown {
  let value: unknown = "x";
  for (let level = 0; level < 100_000; level++) value = { role: "user", content: [value], parts: [value] };
  return [value];
}

const trap = new Proxy(
  {},
  {
    get() {
      throw new Error("mine");
    },
    ownKeys() {
      throw new Error("mine");
    },
  },
);

const NO_REQUESTS: readonly (readonly [string, unknown])[] = [
  ["nothing", undefined],
  ["null", null],
  ["a number", 1],
  ["a text", "x"],
  ["a list", []],
  ["an empty object", {}],
  ["a proxy that throws", trap],
];

const histories: readonly (readonly [string, unknown])[] = [
  ["null", null],
  ["a text", "Hello"],
  ["scalars", [null, undefined, 1, "x", true, [], Symbol("x"), 1n, Number.NaN, () => 1]],
  ["empty objects", [{}, { role: "user" }, { role: "assistant", content: [{}] }, { parts: [null, {}] }]],
  [
    "fields of a wrong type",
    [{ role: 1, content: { type: 1 }, parts: 1, type: [], id: {}, tool_calls: [1, {}] }],
  ],
  [
    "names of Object.prototype",
    [{ role: "constructor", type: "toString", content: [{ type: "__proto__" }] }],
  ],
  ["a cycle", cyclic()],
  ["a deep nest", deep()],
  ["a proxy that throws", [trap]],
  ["bytes, maps and dates", [{ role: "user", content: new Uint8Array(2), a: new Map(), b: new Date(0) }]],
];

describe.each(Object.entries(checks))("%s", (target, check) => {
  const history = HISTORY[target] ?? "messages";

  // Not test.each: it formats its rows, and one of them throws when it is looked at.
  for (const [name, request] of NO_REQUESTS)
    test(`reports that ${name} is no request`, () => {
      expect(check(request)).not.toEqual([]);
    });

  for (const [name, value] of histories)
    test(`reports ${name} and throws nothing`, () => {
      const found: Violation[] = check({ [history]: value });
      expect(found).not.toEqual([]);
      for (const { level, rule, at, message } of found) {
        expect(["error", "warn"]).toContain(level);
        expect(rule).toMatch(new RegExp(`^${target}/[a-z0-9]+(-[a-z0-9]+)*$`));
        expect([typeof at, typeof message]).toEqual(["string", "string"]);
      }
    });

  test("reports values that are not JSON", () => {
    const rules = check({ [history]: [{ role: "user", x: new Map(), y: Number.NaN }] }).map(
      ({ rule }) => rule,
    );
    expect(rules.filter((rule) => rule === `${target}/not-json`)).toHaveLength(2);
  });

  test("reports what cannot be read", () => {
    expect(check({ [history]: [trap] }).map(({ rule }) => rule)).toContain(`${target}/unreadable`);
  });
});

test("says where", () => {
  const [found] = checks.anthropic({
    messages: [{ role: "user", content: [{ type: "text", text: "a", "b c": 1 }] }],
  });
  expect(found).toEqual({
    level: "error",
    rule: "anthropic/unknown-field",
    at: 'messages[0].content[0]["b c"]',
    message: "the API defines no field b c here",
  });
});
