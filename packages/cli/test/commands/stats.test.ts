import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, type NewEntry, type Usage } from "@session-tree/core";
import { expect, test } from "vitest";
import { assistant, idOf, user } from "../support/entries.ts";
import { Workspace } from "../support/workspace.ts";

function answer(number: number, parent: number, usage: Usage, model = "claude-opus-4-5"): NewEntry {
  const entry = assistant(number, parent, "Here.");
  return { ...entry, message: { ...(entry["message"] as object), model, usage } };
}

const CACHED = { inputTokens: 12, cacheReadTokens: 3400, cacheWriteTokens: 120, outputTokens: 560 };

const ENTRIES: readonly NewEntry[] = [
  user(1, null, "Fix the flaky tests"),
  answer(2, 1, { ...CACHED, cost: 0.0123 }),
  user(3, 2, "Try fake timers"),
  answer(4, 3, { inputTokens: 1_234_567, outputTokens: 89 }, "gpt-5.2-20261111"),
  user(5, 2, "Use a clock argument"),
  answer(6, 5, { ...CACHED, cost: 0.00001 }),
  user(7, 6, "Thanks, and now the other one too, please"),
];

const PRICES = [{ model: "gpt-5.2-20261111", input: 1.25, output: 10 }];

async function workspaceWith(entries: readonly NewEntry[] = ENTRIES): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.session("branched", entries, { name: "Flaky tests" });
  writeFileSync(join(workspace.project, "prices.json"), JSON.stringify(PRICES));
  return workspace;
}

async function withFork(): Promise<Workspace> {
  const workspace = await workspaceWith();
  const store = await openStore({ root: workspace.root });
  const session = await store.open("branched");
  const fork = await store.fork(session, { at: idOf(6), cwd: workspace.project, name: "A fork" });
  await fork.append(answer(8, 6, { inputTokens: 1, cost: 1.5 }));
  await fork.close();
  await session.close();
  await store.close();
  await workspace.session("elsewhere", ENTRIES.slice(0, 2), { cwd: workspace.home });
  return workspace;
}

test("one session: its branch, all branches, the models, the context", async () => {
  const workspace = await workspaceWith();
  expect(await workspace.run("stats")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 7 messages · 2 branches · just now · claude-opus-4-5 · ~/project

                       RESPONSES      INPUT  CACHE READ  CACHE WRITE  OUTPUT     TOKENS       COST
    This branch                2         24       6,800          240   1,120      8,184    $0.0123
    All branches               3  1,234,591       6,800          240   1,209  1,242,840  ≥ $0.0123
      claude-opus-4-5          2         24       6,800          240   1,120      8,184    $0.0123
      gpt-5.2                  1  1,234,567           0            0      89  1,234,656    unknown

    Context: 4,104 tokens, 12 of them estimated

    1 response without a known cost (gpt-5.2 ×1): --prices <file> gives all prices that a response needs

    exit 0"
  `);
});

test("a narrow terminal leaves the cache out", async () => {
  const workspace = await workspaceWith();
  expect(await workspace.run("stats branched@~1 --no-color", { terminal: 80 })).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 7 messages · 2 branches · just now · claude-opus-4-5 · ~/project

                       RESPONSES      INPUT  OUTPUT     TOKENS       COST
    This branch                2         24   1,120      8,184    $0.0123
    All branches               3  1,234,591   1,209  1,242,840  ≥ $0.0123
      claude-opus-4-5          2         24   1,120      8,184    $0.0123
      gpt-5.2                  1  1,234,567      89  1,234,656    unknown

    Context: 4,092 tokens

    1 response without a known cost (gpt-5.2 ×1): --prices <file> gives all prices that a response needs

    exit 0"
  `);
});

test("prices fill in what the log does not tell", async () => {
  const workspace = await workspaceWith();
  const { value } = await workspace.json("stats --prices prices.json");
  expect(value.session).toMatchObject({ responses: 3, cost: 0.0123 + 1.54409875 + 0.00001, unpriced: 0 });
});

test("a session without branches, and one without usage", async () => {
  const workspace = await workspaceWith(ENTRIES.slice(0, 2));
  expect(await workspace.run("stats")).toMatchInlineSnapshot(`
    "Flaky tests
    branched · 2 messages · just now · claude-opus-4-5 · ~/project

             RESPONSES  INPUT  CACHE READ  CACHE WRITE  OUTPUT  TOKENS     COST
    Session          1     12       3,400          120     560   4,092  $0.0123

    Context: 4,092 tokens

    exit 0"
  `);
  await workspace.session("empty", [user(1, null, "Hello")]);
  expect(await workspace.run("stats empty")).toMatchInlineSnapshot(`
    "Hello
    empty · 1 message · just now · ~/project

    No response tells of its usage

    Context: 2 tokens, all of them estimated

    exit 0"
  `);
});

test("--json: the keys that scripts rely on, in their order", async () => {
  const workspace = await workspaceWith();
  const { value } = await workspace.json("stats branched@~1");
  expect(Object.keys(value)).toEqual(["id", "leaf", "path", "session", "byModel", "context"]);
  expect(Object.keys(value.path).join(" ")).toMatchInlineSnapshot(
    `"responses inputTokens cacheReadTokens cacheWriteTokens cacheWrite1hTokens outputTokens reasoningTokens totalTokens cost unpriced"`,
  );
  expect(value).toMatchObject({
    id: "branched",
    leaf: idOf(6),
    path: { responses: 2, totalTokens: 8184 },
    byModel: [{ model: "claude-opus-4-5" }, { model: "gpt-5.2-20261111" }],
    context: { tokens: 4092, estimated: 0 },
  });
});

test("a project: what a fork carries counts once", async () => {
  const workspace = await withFork();
  expect(steadyIds(await workspace.run("stats --project"))).toMatchInlineSnapshot(`
    "~/project

                       RESPONSES      INPUT  CACHE READ  CACHE WRITE  OUTPUT     TOKENS       COST
    2 sessions                 4  1,234,592       6,800          240   1,209  1,242,841  ≥ $1.5123
      claude-opus-4-5          3         25       6,800          240   1,120      8,185    $1.5123
      gpt-5.2                  1  1,234,567           0            0      89  1,234,656    unknown

    ID        RESPONSES     TOKENS       COST  TITLE
    <new id>          1          1    $1.5000  A fork
    branched          3  1,242,840  ≥ $0.0123  Flaky tests

    1 response without a known cost (gpt-5.2 ×1): --prices <file> gives all prices that a response needs

    exit 0"
  `);
});

/** A fork's id is new in every run. */
function steadyIds(text: string): string {
  return text.replaceAll(/^[0-9a-f]{8}(?= )/gm, "<new id>");
}

test("a lineage, and every directory", async () => {
  const workspace = await withFork();
  const lineage = await workspace.json("stats --lineage branched");
  expect(Object.keys(lineage.value)).toEqual(["scope", "total", "byModel", "sessions"]);
  expect(lineage.value).toMatchObject({ scope: "lineage", total: { responses: 4 } });
  const all = await workspace.json("stats --all");
  // The session elsewhere has entries of the same ids and times: they are the same ones.
  expect(all.value).toMatchObject({ scope: "all", total: { responses: 4 } });
});

test("a project where nothing is", async () => {
  expect(await new Workspace().run("stats --project")).toMatchInlineSnapshot(`
    "~/project

    No response tells of its usage

    exit 0"
  `);
  expect((await new Workspace().json("stats --project")).value.total.responses).toBe(0);
  expect((await new Workspace().json("stats")).exitCode).toBe(3);
});

test("what does not go together", async () => {
  const workspace = await withFork();
  writeFileSync(join(workspace.project, "odd.json"), '[{"model":"m","inptu":1}]');
  const lines = [
    "stats --all --project",
    "stats branched --all",
    "stats branched@~1 --lineage",
    "stats --prices nowhere.json",
    "stats --prices odd.json",
  ];
  const answers: string[] = [];
  for (const line of lines) answers.push(`${line}\n${await workspace.run(line)}`);
  expect(answers.join("\n")).toMatchInlineSnapshot(`
    "stats --all --project
    ! error: give --project or --all, not both
    exit 2
    stats branched --all
    ! error: --all takes no session
    ! hint: One session: sessions stats <session>
    exit 2
    stats branched@~1 --lineage
    ! error: a lineage is of whole sessions
    exit 2
    stats --prices nowhere.json
    ! error: ENOENT: no such file or directory, open '<home>/project/nowhere.json'
    exit 1
    stats --prices odd.json
    ! error: No price table: Unrecognized key: "inptu" at 0
    ! hint: A list such as [{"model":"…","input":3,"output":15}], in US dollars for a million tokens.
    exit 2"
  `);
});
