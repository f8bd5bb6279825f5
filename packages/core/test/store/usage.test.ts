import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { sampleFile } from "@session-tree/test-fixtures";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NotFoundError, budgetLeft, openStore, type Session, type UsageTotal } from "../../src/index.ts";
import { assistant, temporaryFolder, temporaryStore, user } from "../support/store.ts";

const SMALL = { inputTokens: 10, outputTokens: 5, cost: 0.25 };
const LARGE = { inputTokens: 100, outputTokens: 50 };

async function branched(session: Session) {
  const question = await session.append(user("question"));
  await session.append(assistant("first", { usage: SMALL }));
  await session.checkout(question.id);
  await session.append(assistant("second", { usage: LARGE }));
}

test("a path, and all branches", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await branched(session);
  const { path, session: all, byModel, context } = await session.usage();
  expect(path).toMatchObject({ responses: 1, totalTokens: 150, cost: 0, unpriced: 1 });
  expect(all).toMatchObject({ responses: 2, totalTokens: 165, cost: 0.25, unpriced: 1 });
  expect(byModel).toMatchObject([{ provider: "p", model: "m", responses: 2, totalTokens: 165 }]);
  expect(context).toEqual({ tokens: 150, estimated: 0 });
  const before = await session.usage({ at: null });
  expect(before).toMatchObject({ path: { responses: 0 }, session: { responses: 2 }, context: { tokens: 0 } });
  const priced = await session.usage({ prices: [{ model: "m", input: 10_000, output: 0 }] });
  expect(priced.session).toMatchObject({ cost: 1.25, unpriced: 0 });
  await expect(session.usage({ at: "nothing" })).rejects.toThrow(NotFoundError);
  await session.close();
});

test("a budget is what the log leaves of it, after a restart too", async () => {
  const { store, root, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await branched(session);
  const left = budgetLeft((await session.usage()).session, { tokens: 1000, cost: 1 });
  expect(left).toEqual({ tokens: 835, cost: 0.75 });
  await session.close();
  const again = await openStore({ root });
  const reopened = await again.open(session.id);
  expect(budgetLeft((await reopened.usage()).session, { tokens: 1000, cost: 1 })).toEqual(left);
  await reopened.close();
  await again.close();
});

test("the lines of one response count once, with what the fullest of them says; list agrees", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append(user("question"));
  const responseId = "msg_1";
  await session.append(assistant("a", { responseId, usage: { inputTokens: 10, outputTokens: 1 } }));
  await session.append(assistant("b", { responseId, usage: { inputTokens: 10, outputTokens: 90 } }));
  await session.append(assistant("c", { responseId, usage: { inputTokens: 10, outputTokens: 1 } }));
  const { path, session: all } = await session.usage();
  expect(all).toMatchObject({ responses: 1, inputTokens: 10, outputTokens: 90 });
  expect(path).toEqual(all);
  const [row] = await store.list({ cwd });
  expect(row?.usage).toEqual({ inputTokens: 10, outputTokens: 90 });
  await session.close();
});

test("summaries, compactions and other calls count; a broken body does not", async () => {
  const { store, cwd } = await temporaryStore();
  const session = await store.create({ cwd });
  await session.append({ type: "usage", kind: "title", model: "small", usage: { inputTokens: 1 } });
  await session.append({ type: "branch_summary", fromId: null, summary: "s", usage: { inputTokens: 2 } });
  await session.append({ type: "compaction", summary: "s", model: "large", usage: { inputTokens: 4 } });
  const { session: all, byModel } = await session.usage();
  expect(all).toMatchObject({ responses: 3, inputTokens: 7 });
  expect(byModel.map(({ model, inputTokens }) => [model, inputTokens])).toEqual([
    ["large", 4],
    [null, 2],
    ["small", 1],
  ]);
  await session.close();
});

test("a project, a lineage and all: what forks carry counts once, for the session it came from", async () => {
  const { store, cwd } = await temporaryStore();
  const other = temporaryFolder();
  const session = await store.create({ cwd, name: "source" });
  await branched(session);
  const fork = await store.fork(session, { cwd });
  await fork.append(user("more"));
  await fork.append(assistant("third", { usage: SMALL }));
  const subagent = await store.create({ cwd: other, parentSession: fork.id, relation: "subagent" });
  await subagent.append(assistant("fourth", { usage: SMALL }));
  const stranger = await store.create({ cwd });
  await stranger.append(assistant("fifth", { usage: SMALL }));
  await stranger.archive();

  const project = await store.usage({ cwd });
  expect(project.total).toMatchObject({ responses: 4, totalTokens: 195, cost: 0.75, unpriced: 1 });
  expect(project.byModel).toMatchObject([{ model: "m", responses: 4 }]);
  expect(project.sessions.map(({ id, responses }) => [id, responses])).toEqual([
    [session.id, 2],
    [fork.id, 1],
    [stranger.id, 1],
  ]);
  expect(project.sessions[0]).toMatchObject({ cwd: session.cwd, name: "source", title: "question" });

  for (const one of [session, fork, subagent]) {
    const lineage = await store.usage({ lineage: one.id });
    expect(lineage.total).toMatchObject({ responses: 4, totalTokens: 195 });
    expect(lineage.sessions.map(({ id }) => id)).toEqual([session.id, fork.id, subagent.id]);
  }
  expect((await store.usage({ lineage: stranger.id })).total.responses).toBe(1);
  const done: number[] = [];
  const all = await store.usage({ all: true, onProgress: (count, total) => done.push(count, total) });
  expect(all.total.responses).toBe(5);
  expect(done).toEqual([1, 4, 2, 4, 3, 4, 4, 4]);
  await expect(store.usage({ lineage: "nothing" })).rejects.toThrow(NotFoundError);
  for (const one of [session, fork, subagent, stranger]) await one.close();
});

test("an import and its source count once, also where an id repeats in a stranger", async () => {
  const folder = join(temporaryFolder(), "sessions");
  mkdirSync(folder);
  copyFileSync(sampleFile("pi-v3-forecast-cache"), join(folder, "a.jsonl"));
  const sources = [{ dialect: "pi", folder }];
  const { store, cwd } = await temporaryStore({ sources });
  const alone = await store.usage({ all: true });
  expect(alone.total.responses).toBeGreaterThan(1);
  const { session } = await store.import(join(folder, "a.jsonl"));
  const both = await store.usage({ all: true });
  expect(both.total).toEqual(alone.total);
  expect(both.sessions.map(({ id }) => id)).toEqual([session.id]);
  expect((await store.usage({ lineage: session.id })).total).toEqual(alone.total);

  const first = await store.create({ cwd });
  await first.append(assistant("one", { usage: SMALL }));
  const same = { id: "1", timestamp: "2026-01-01T00:00:00.000Z" };
  await first.append({ ...assistant("two", { usage: SMALL }), ...same });
  const second = await store.create({ cwd });
  await second.append({
    ...assistant("two", { usage: SMALL }),
    ...same,
    timestamp: "2026-01-02T00:00:00.000Z",
  });
  expect((await store.usage({ cwd })).total.responses).toBe(3);
  for (const one of [session, first, second]) await one.close();
});

const step = fc.record({
  kind: fc.constantFrom("answer", "copy", "checkout", "fork", "ask"),
  of: fc.nat(),
  at: fc.nat(),
  response: fc.option(fc.nat(5), { nil: undefined }),
  tokens: fc.integer({ min: 1, max: 50 }),
});

test("however a session branches, is forked and repeats itself, each response counts once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const store = await openStore({ memory: true });
      const cwd = temporaryFolderOnce();
      const sessions = [await store.create({ cwd, eager: true })];
      /** What each response used at most. */
      const used = new Map<string, number>();
      const log = new Map<Session, Set<string>>([[sessions[0]!, new Set()]]);
      let plain = 0;
      for (const { kind, of, at, response, tokens } of steps) {
        const session = sessions[of % sessions.length]!;
        const carried = log.get(session)!;
        const ids = session.log.heads.filter(({ type }) => type === "message").map(({ id }) => id);
        const entry = ids.length === 0 ? null : ids[at % ids.length]!;
        if (kind === "ask") await session.append(user("?"));
        else if (kind === "checkout") await session.checkout(entry);
        else if (kind === "fork") {
          const fork = await store.fork(session, { at: entry, cwd });
          sessions.push(fork);
          log.set(fork, await keysOf(fork));
        } else {
          const key = response === undefined ? `plain ${plain++}` : `r${response}`;
          const responseId = response === undefined ? { n: plain - 1 } : { responseId: key };
          const answer = assistant("!", { ...responseId, usage: { inputTokens: tokens } });
          for (let times = kind === "copy" ? 2 : 1; times > 0; times--) {
            await session.append(answer);
            if (response === undefined) break;
          }
          carried.add(key);
          used.set(key, Math.max(used.get(key) ?? 0, tokens));
        }
      }
      const expected = [...used.values()].reduce((sum, one) => sum + one, 0);
      for (const scope of [{ all: true } as const, { cwd }, { lineage: sessions[0]!.id }]) {
        const { total, sessions: shares, byModel } = await store.usage(scope);
        expect([total.inputTokens, total.responses]).toEqual([expected, used.size]);
        expect(added(shares)).toBe(expected);
        expect(added(byModel)).toBe(expected);
      }
      for (const session of sessions) {
        const { session: all, path } = await session.usage();
        expect(all.responses).toBe(log.get(session)!.size);
        expect(path.responses).toBeLessThanOrEqual(all.responses);
        // A fork carries the path it was made of, and counts the same.
        const fork = await store.fork(session, { cwd });
        expect((await fork.usage()).session).toEqual(path);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
});

let folder: string | undefined;
function temporaryFolderOnce(): string {
  folder ??= temporaryFolder();
  return folder;
}

async function keysOf(session: Session): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const entry of session.entries()) {
    const { message } = entry as { message?: { responseId?: string; n?: number } };
    if (message?.responseId !== undefined) keys.add(message.responseId);
    else if (message?.n !== undefined) keys.add(`plain ${message.n}`);
  }
  return keys;
}

function added(totals: readonly UsageTotal[]): number {
  return totals.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
}
