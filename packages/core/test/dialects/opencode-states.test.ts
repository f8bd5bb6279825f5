import Database from "better-sqlite3";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { opencode } from "../../src/dialects/opencode/opencode.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder } from "../support/store.ts";
import { answer, session, START, user, writeDatabase } from "./opencode-store.ts";
import { translationOf } from "./read-foreign.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 15);

/** A folder with two sessions in its database. */
function twoSessions(): { folder: string; change: (sql: string) => void } {
  const folder = temporaryFolder();
  const file = join(folder, "opencode.db");
  const one = (id: string) => {
    const made = session([user(`m_${id}`, 1, "one"), answer(`n_${id}`, 2, {}, "two")]);
    return { ...made, info: { ...made.info, id } };
  };
  writeDatabase(file, [one("a"), one("b")]);
  const change = (sql: string) => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };
  return { folder, change };
}

function statesIn(folder: string): (string | undefined)[] {
  return [...translationOf(opencode).sessions(folder)].map(({ state }) => state);
}

const LATER = START + 100_000;

const CHANGES: readonly (readonly [what: string, sql: string])[] = [
  ["a name", "UPDATE session SET title = 'Other' WHERE id = 'a'"],
  ["a revert", `UPDATE session SET revert = '{"messageID":"m_a"}' WHERE id = 'a'`],
  [
    "a part says more",
    `UPDATE part SET data = '{"type":"text","text":"two and more"}' WHERE message_id = 'n_a'`,
  ],
  [
    "a part says something else",
    `UPDATE part SET data = replace(data, 'two', 'owt'), time_updated = ${LATER} WHERE message_id = 'n_a'`,
  ],
  ["a message has ended", `UPDATE message SET data = data || ' ', time_updated = ${LATER} WHERE id = 'n_a'`],
  ["a part is gone", "DELETE FROM part WHERE message_id = 'n_a'"],
  [
    "a message is new",
    `INSERT INTO message VALUES ('o_a', 'a', ${LATER}, ${LATER}, '{"role":"user","time":{"created":${LATER}}}')`,
  ],
];

describe("the state of a session in a database", () => {
  test.each(CHANGES)("changes with it, and no other one: %s", (_, sql) => {
    const { folder, change } = twoSessions();
    const [a, b] = statesIn(folder);
    change(sql);
    const [changed, other] = statesIn(folder);
    expect(changed).not.toBe(a);
    expect(other).toBe(b);
    expect(b).toEqual(expect.any(String));
  });

  test.each(["message", "part"])("is not known where a table has no times: %s", (table) => {
    const { folder, change } = twoSessions();
    change(`ALTER TABLE ${table} DROP COLUMN time_updated`);
    expect(statesIn(folder)).toEqual([undefined, undefined]);
  });

  test("is such that a list from an index is the list without one, whatever changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...CHANGES), { minLength: 1, maxLength: 4 }),
        async (steps) => {
          const { folder, change } = twoSessions();
          const root = temporaryFolder();
          const listed = async (index: boolean) => {
            const sources = [{ dialect: "opencode", folder }];
            const store = await openStore({ root, index, sources });
            const sessions = await store.list({ source: "all" });
            await store.close();
            return sessions;
          };
          expect(await listed(true)).toHaveLength(2);
          for (const [, sql] of new Set(steps)) {
            change(sql);
            expect(await listed(true)).toEqual(await listed(false));
          }
        },
      ),
      { numRuns },
    );
  });
});
