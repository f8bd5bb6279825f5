import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Redactor } from "../../src/format/redact.ts";
import { SECRETS } from "../../src/format/secrets.ts";

const A = (count: number) => "aB3".repeat(count).slice(0, count);

/** Made up, one of each kind: put together here, so that no line of this file looks like one. */
const SAMPLES: readonly (readonly [kind: string, text: string])[] = [
  ["anthropic-key", `sk-ant-api03-${A(40)}`],
  ["openai-key", `sk-proj-${A(40)}`],
  ["openai-key", `sk-${A(48)}`],
  ["github-token", `ghp_${A(36)}`],
  ["github-token", `github_pat_${A(30)}`],
  ["gitlab-token", `glpat-${A(20)}`],
  ["aws-key-id", `AKIA${"ABCD".repeat(4)}`],
  ["slack-token", `xoxb-1234567890-${A(12)}`],
  ["google-key", `AIza${A(35)}`],
  ["huggingface-token", `hf_${A(34)}`],
  ["npm-token", `npm_${A(36)}`],
  ["stripe-key", `sk_live_${A(24)}`],
  ["jwt", `eyJ${A(20)}.eyJ${A(30)}.${A(43)}`],
  ["private-key", `-----BEGIN RSA PRIVATE KEY-----\nMII${A(60)}\n-----END RSA PRIVATE KEY-----`],
  ["private-key", `-----BEGIN OPENSSH PRIVATE KEY-----\\nb3Bl${A(60)}\\n-----END OPENSSH PRIVATE KEY-----`],
];

const matches = (text: string) => SECRETS.filter(({ pattern }) => text.search(pattern) >= 0);

describe("a text", () => {
  test.each(SAMPLES)("with a %s has a marker in its place", (kind, sample) => {
    const redactor = new Redactor();
    expect(redactor.text(`before "${sample}", after`)).toBe(`before "[redacted:${kind}]", after`);
    expect(redactor.counts).toEqual({ [kind]: 1 });
  });

  test.each([
    ["authorization", `Authorization: Bearer ${A(30)}`, "Authorization: Bearer [redacted:authorization]"],
    [
      "authorization",
      `-H "authorization: Basic ${A(12)}=="`,
      '-H "authorization: Basic [redacted:authorization]"',
    ],
    ["url-password", "postgres://ada:s3cr3t@db:5432/x", "postgres://ada:[redacted:url-password]@db:5432/x"],
    ["url-password", "redis://:hush@cache", "redis://:[redacted:url-password]@cache"],
    ["private-key", `-----BEGIN PRIVATE KEY-----\n${A(30)}`, "[redacted:private-key]"],
  ])("loses of a %s only what is secret", (_, text, redacted) => {
    expect(new Redactor().text(text)).toBe(redacted);
  });

  test.each([
    "sk-learn and sk-short, task-sk-list",
    "the bearer of bad news",
    "git@github.com:ada/engine.git and https://example.org:8080/@ada",
    "-----BEGIN CERTIFICATE-----",
    "src/AKIAlike/hf_model_name.ts",
    "toolu_01AbCdEfGhIjKlMnOpQrStUv",
    "550e8400-e29b-41d4-a716-446655440000",
    "EqQBCkYIBRgCKkAxyz/abc+def==",
  ])("stays as it is: %s", (text) => {
    expect(new Redactor().text(text)).toBe(text);
  });
});

test("a value is redacted at every depth, in the names of fields too", () => {
  const key = `sk-ant-${A(20)}`;
  const other = `sk-ant-${A(21)}`;
  const value = JSON.parse(`{"__proto__":{"a":["${key}",1,null]},"${key}":true,"${other}":false}`) as object;
  const redactor = new Redactor();
  expect(JSON.stringify(redactor.value(value))).toBe(
    '{"__proto__":{"a":["[redacted:anthropic-key]",1,null]},"[redacted:anthropic-key]":true,"[redacted:anthropic-key]_":false}',
  );
  expect(redactor.counts).toEqual({ "anthropic-key": 3 });
});

test.each([
  {
    type: "message",
    id: "ID",
    parentId: "ID",
    message: { role: "assistant", content: [{ type: "toolCall", id: "ID" }] },
  },
  { role: "toolResult", toolCallId: "ID" },
  { type: "function_call_output", call_id: "ID" },
  { type: "tool_result", tool_use_id: "ID" },
])("what links entries and calls stays, however it looks: %j", (linked) => {
  const value = JSON.parse(JSON.stringify(linked).replaceAll("ID", `sk-ant-${A(20)}`)) as object;
  const redactor = new Redactor();
  expect(redactor.value(value)).toEqual(value);
  expect(redactor.counts).toEqual({});
});

test.each(["input", "arguments", "args", "details"])("an id of anything else is a text: %s", (key) => {
  const call = (id: string) => ({ type: "toolCall", id: "c", [key]: { type: "login", id } });
  expect(new Redactor().value(call(`sk-ant-${A(20)}`))).toEqual(call("[redacted:anthropic-key]"));
});

const piece = fc.oneof(
  fc.constantFrom(...SAMPLES.map(([, text]) => text), " ", "\n", "-", "://a:b@c", "Bearer ", "-----"),
  fc.string({ maxLength: 6 }),
);

test("no pattern is left, however secrets and other texts meet, and doing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const redacted = new Redactor().text(pieces.join(""));
      expect(matches(redacted)).toEqual([]);
      expect(new Redactor().text(redacted)).toBe(redacted);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["beginnings of keys", "-----BEGIN RSA PRIVATE KEY-----\n"],
  ["dashes", "-"],
  ["beginnings of tokens", "eyJhbGciOi.eyJ"],
  ["urls", "https://a:"],
  ["words", "Bearer "],
  ["letters", "sk-"],
])("a text of a million %s is gone through", { timeout: 20_000 }, (_, text) => {
  const long = text.repeat(1_000_000 / text.length);
  expect(new Redactor().text(long).length).toBeGreaterThan(0);
});
