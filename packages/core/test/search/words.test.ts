import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { ftsExpression, indexTextOf } from "../../src/search/fts-expression.ts";
import { matchPassages } from "../../src/search/match.ts";
import type { Passage } from "../../src/search/passages.ts";
import { readQuery } from "../../src/search/query.ts";
import { occurrences } from "../../src/search/term.ts";
import { tokensOf } from "../../src/search/tokens.ts";

function said(text: string, more: Partial<Passage> = {}): Passage {
  return { role: "user", tool: null, text, ...more };
}

function isFound(query: string, ...passages: Passage[]): boolean {
  return matchPassages(passages, readQuery(query, { now: 0 })) !== undefined;
}

test.each<[query: string, text: string, found: boolean]>([
  ["timer", "The Timer leaks.", true],
  ["tim", "The timer leaks.", false],
  ["tim*", "The timer leaks.", true],
  ["leaks timer", "The timer leaks.", true],
  ["timer gone", "The timer leaks.", false],
  ['"timer leaks"', "The timer\nleaks.", true],
  ['"leaks timer"', "The timer leaks.", false],
  ['"the tim"*', "the timer", true],
  // Identifiers
  ["getUserName", "call getUserName()", true],
  ["getusername", "call getUserName()", true],
  ["GETUSERNAME", "call getUserName()", true],
  ["getUserName", "call getusername()", true],
  ["getUserName", "get_user_name", true],
  ["user", "call getUserName()", true],
  ["username", "call getUserName()", true],
  ["username", "user_name = 1", true],
  ["usernam", "user_name = 1", false],
  ["usern*", "userName", true],
  ["getuser*", "getUserName", true],
  ["snake_case", "a snake_case name", true],
  ["snake", "a snake_case name", true],
  ["HttpServer", "new HTTPServer(8080)", true],
  ["foo.bar", "foo.bar.baz()", true],
  ["foo.bar", "foo(bar)", true],
  ["foo.bar", "bar.foo", false],
  ["src/index.ts", "see packages/core/src/index.ts:12", true],
  ["sha256", "sha256(x)", true],
  ["0192a3f1-7c44", "session 0192a3f1-7c44-7000", true],
  // Other scripts
  ["café", "a cafe", true],
  ["cafe", "CAFÉ", true],
  ["東京", "東京都庁の設定", true],
  ["京都", "東京都庁の設定", true],
  ["都", "東京都", true],
  ["庁", "東京都庁の設定", true],
  ["東京都庁の設定を", "東京都庁の設定", false],
  ["東都", "東京都", false],
  ["データ", "測定データの保存", true],
  ["서울", "서울에서 만나", true],
  ["ｈｅｌｌｏ", "hello", true],
  ["Привет", "привет, мир", true],
  ["naïve 東京", "naive 東京", true],
  ["𠮷野", "𠮷野家", true],
  ["𠮷", "𠮷野家", true],
  // What nobody types, but pastes
  ["a".repeat(100), `x ${"a".repeat(100)} y`, true],
  ["a".repeat(60), `x ${"a".repeat(100)} y`, false],
])("%j in %j: %j", (query, text, found) => {
  expect(isFound(query, said(text))).toBe(found);
});

test("all words of a query may stand in different texts of one entry", () => {
  const texts = [said("the timer", { role: "assistant" }), said("pnpm test", { role: "tool", tool: "bash" })];
  expect(isFound("timer pnpm", ...texts)).toBe(true);
  expect(isFound("timer pnpm role:tool", ...texts)).toBe(false);
  expect(isFound("pnpm role:tool tool:BASH", ...texts)).toBe(true);
  expect(isFound("pnpm tool:read", ...texts)).toBe(false);
  expect(isFound("pnpm tool:read tool:bash", ...texts)).toBe(true);
});

const word = fc.constantFrom(
  ..."user name get a an other another 東京 東 京都 カ が 서울 ㎞ é e\u0301 getUser HTTPServer x1 id İ ﬁ ½ 𠮷 🙂 _ . \0".split(
    " ",
  ),
);
const text = fc.oneof(
  fc.array(fc.oneof(word, fc.constantFrom(" ", "\n", "")), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const whose = fc.constantFrom<Partial<Passage>>(
  {},
  { role: "assistant" },
  { role: "tool", tool: "bash" },
  { role: "tool", tool: 'Say "ü"' },
);

const filters = fc.constantFrom(
  {},
  {},
  { role: "user" },
  { role: ["assistant", "user"] },
  { role: ["tool", "user"] },
  { role: "tool" },
  { tool: 'say "Ü"' },
);

test("SQLite finds every entry that answers a query", () => {
  const database = new Database(":memory:");
  database.exec("CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii')");
  const put = database.prepare("INSERT INTO words (text) VALUES (?)");
  const find = database.prepare("SELECT count(*) AS count FROM words WHERE words MATCH ?");
  const texts = fc.array(fc.tuple(text, whose), { minLength: 1, maxLength: 3 });
  let answered = 0;
  fc.assert(
    fc.property(text, texts, fc.boolean(), filters, (typed, parts, star, options) => {
      const phrase = `"${typed.replaceAll('"', "")}"${star ? "*" : ""}`;
      const query = readQuery(`${phrase} ${typed}`, { now: 0, ...options });
      if (query.terms.length === 0) return;
      const passages = parts.map(([one, who]): Passage => ({
        role: "user",
        tool: null,
        ...who,
        text: `${one} ${typed}${star ? "more" : ""}`,
      }));
      database.exec("DELETE FROM words");
      put.run(indexTextOf(passages));
      if (matchPassages(passages, query) === undefined) return;
      answered++;
      expect(find.get(ftsExpression(query))).toEqual({ count: 1 });
    }),
    { numRuns: 2000 },
  );
  expect(answered).toBeGreaterThan(300);
  database.close();
});

test("SQLite takes every query that is no mistake, whatever is typed", () => {
  const database = new Database(":memory:");
  database.exec("CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii')");
  const find = database.prepare("SELECT 1 FROM words WHERE words MATCH ?");
  const piece = fc.constantFrom(
    ...'" * \' ( ) AND OR NOT NEAR(a,2) ^ - + : text: role: role:tool tool:" tool:b"x tool:\ue000 {a} \\ ; -- \0 a* **'.split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, text), { maxLength: 8 }), (pieces) => {
      try {
        const query = readQuery(pieces.join(" "), { now: 0 });
        if (query.terms.length > 0) find.all(ftsExpression(query));
      } catch (error) {
        if (!(error instanceof SessionTreeError)) throw error;
        expect(error.code).toBe("INVALID_ARGUMENT");
      }
    }),
    { numRuns: 2000 },
  );
  database.close();
});

test("a term is found in the parts of a text that are likely, and just where it is in all of the text", () => {
  let found = 0;
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (typed, before, behind, star) => {
      const one = `${before}${typed}${behind}`;
      const query = readQuery(`"${typed.replaceAll('"', "")}"${star ? "*" : ""} ${typed}`, { now: 0 });
      if (query.terms.length === 0) return;
      const parts = query.parts(one).map(({ start, end }) => tokensOf(one.slice(start, end), start));
      for (const term of query.terms) {
        const expected = occurrences(term, tokensOf(one));
        found += expected.length;
        expect(parts.flatMap((tokens) => occurrences(term, tokens))).toEqual(expected);
      }
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(1000);
});

test("words stand where they say", () => {
  fc.assert(
    fc.property(text, (one) => {
      const { words, wholes } = tokensOf(one);
      for (const { text: folded, start, end } of [...words, ...wholes]) {
        const again = tokensOf(one.slice(start, end));
        expect([...again.words, ...again.wholes].map((token) => token.text)).toContain(folded);
      }
    }),
  );
});
