import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionTreeError } from "../../src/errors.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { assistant, toolResult, user } from "../support/store.ts";

/** One step of what happens to a store; `of` picks a session, `at` an entry. */
const step = fc.record({
  kind: fc.constantFrom(
    "create",
    "say",
    "answer",
    "result",
    "checkout",
    "label",
    "name",
    "tag",
    "archive",
    "fork",
    "damage",
    "glue",
    "late-parent",
    "subagent",
    "index",
  ),
  of: fc.nat(),
  at: fc.nat(),
  text: fc.string({ maxLength: 12 }),
});

type Step = { kind: string; of: number; at: number; text: string };

const DAMAGE = [
  "{torn",
  "null\n",
  "[1,2]\n",
  '{"type":"message","id":"x"',
  "\0\0\0",
  "\n\n",
  '{"type":"session"}\n',
];

async function take(store: SessionStore, root: string, one: Step, cwd: string): Promise<void> {
  const sessions = (await store.list({ archived: true })).sort((a, b) => a.file.localeCompare(b.file));
  const chosen = sessions[one.of % Math.max(sessions.length, 1)];
  if (one.kind === "create" || one.kind === "subagent" || chosen === undefined) {
    const relation =
      one.kind === "subagent" ? { relation: "subagent" as const, parentSession: chosen?.id } : {};
    await (await store.create({ cwd, eager: true, ...relation })).close();
    return;
  }
  if (one.kind === "damage") return appendFileSync(chosen.file, DAMAGE[one.at % DAMAGE.length]!);
  if (one.kind === "index") return disturbIndex(root, one.at);
  const session = await store.open(chosen.file);
  const heads = session.log.heads;
  const entry = heads[one.at % Math.max(heads.length, 1)]?.id;
  switch (one.kind) {
    case "say":
      await session.append(user(one.text));
      break;
    case "answer":
      await session.append(assistant(one.text, { usage: { inputTokens: one.at % 1000, cost: 0.5 } }));
      break;
    case "result":
      await session.append(toolResult("t", one.text, entry === undefined ? {} : { parentId: entry }));
      break;
    case "checkout":
      await session.checkout(entry ?? null);
      break;
    case "label":
      if (entry !== undefined) await session.label(entry, one.text === "" ? null : one.text);
      break;
    case "name":
      await session.rename(one.text);
      break;
    case "tag":
      await session.tag(one.text, one.at % 2 === 0);
      break;
    case "archive":
      await session.archive(one.at % 2 === 0);
      break;
    case "fork":
      await (await store.fork(session, { at: entry ?? null, cwd })).close();
      break;
    case "late-parent":
      await session.append(
        user(one.text, {
          id: `child${one.at % 5}-${session.log.heads.length}`,
          parentId: `parent${one.at % 5}`,
        }),
      );
      if (one.of % 2 === 0 && session.log.head(`parent${one.at % 5}`) === undefined) {
        await session.append(user("parent", { id: `parent${one.at % 5}` }));
      }
      break;
    default:
      appendFileSync(
        chosen.file,
        `${JSON.stringify(user("glued", { id: "g", parentId: null, timestamp: "t" }))}{"type"`,
      );
  }
  await session.close();
}

/** Deletes an index, or puts rubbish in its place. */
function disturbIndex(root: string, how: number): void {
  for (const folder of readdirSync(join(root, "projects"))) {
    const index = join(root, "projects", folder, "index.sqlite");
    for (const file of [index, `${index}-wal`, `${index}-shm`]) {
      if (how % 2 === 0) rmSync(file, { force: true });
      else if (statSync(file, { throwIfNoEntry: false }) !== undefined) writeFileSync(file, "no database");
    }
  }
}

async function answers(store: SessionStore, cwd: string): Promise<unknown> {
  const list = await store.list({ archived: true });
  const queries = [
    ...list.flatMap(({ id, name }) => [id, id.slice(0, 6), id.slice(-6), name ?? "-"]),
    "absent",
  ];
  return {
    list,
    overview: await store.overview({ archived: true, foldSubagents: true, limit: 2 }),
    newest: await store.newest({ cwd }),
    resolved: await Promise.all(queries.map((query) => store.resolve(query, { cwd }).catch(codeOf))),
    trees: await Promise.all(list.map(async ({ file }) => (await store.open(file)).tree())),
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof SessionTreeError ? [error.code, error.message] : error;
}

test(
  "every answer is the same with an index, with a damaged one, and without",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        const root = mkdtempSync(join(tmpdir(), "session-tree-"));
        const cwd = join(root, "project");
        const withIndex = await openStore({ root, durability: "process" });
        const without = await openStore({ root, durability: "process", index: false });
        try {
          for (const one of steps) await take(one.kind === "index" ? without : withIndex, root, one, cwd);
          const expected = await answers(without, cwd);
          expect(await answers(withIndex, cwd)).toEqual(expected);
          const reopened = await openStore({ root });
          expect(await answers(reopened, cwd)).toEqual(expected);
          await reopened.close();
        } finally {
          await withIndex.close();
          rmSync(root, { recursive: true });
        }
      }),
      { numRuns: 40 },
    );
  },
);
