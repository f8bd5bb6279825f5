import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BRANCHED } from "../support/entries.ts";
import { Workspace } from "../support/workspace.ts";

const ID = "01890000-0000-7000-8000-0000000000a1";
const KEY = `sk-ant-api03-${"x".repeat(40)}`;

async function workspace(): Promise<Workspace> {
  const work = new Workspace();
  await work.session(ID, BRANCHED);
  return work;
}

/** Ids of new sessions are never the same. */
function steady(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, "NEW");
}

test("an export tells what it leaves out before it answers with the file", async () => {
  const work = await workspace();
  expect(steady(await work.run("export --to claude-code --install"))).toMatchInlineSnapshot(`
    "<home>/.claude/projects/<folder>/<uuid>.jsonl

    ! Not in the export: 1 label
    ! Exported 01890000 to claude-code
    ! Next: claude --resume <uuid>
    exit 0"
  `);
  expect(steady(await work.run("export @before-fix --to codex -o branch.jsonl"))).toMatchInlineSnapshot(`
    "<home>/project/branch.jsonl

    ! Not in the export: 4 off-branch, 1 isError, 1 label
    ! In another form: 2 provider
    ! Exported 01890000 to codex
    exit 0"
  `);
});

test("an installed export is gone on with in its own directory", async () => {
  const work = await workspace();
  expect(await work.run("export --to codex --install")).toContain("! Next: codex resume <uuid>\n");
  expect(await work.run(`export ${ID} --to pi --install --cwd ..`)).toContain(
    "! Next, in ~: pi --session <uuid>\n",
  );
});

test("pi's sessions and those of this store are found where they are installed", async () => {
  const work = await workspace();
  await work.run("export --to pi --install");
  await work.run("export --to native --install");
  const { value } = await work.json("list --source all");
  expect((value as { dialect: string }[]).map(({ dialect }) => dialect).toSorted()).toEqual([
    "native",
    "native",
    "pi",
  ]);
});

test("without a file the lines go to stdout, and with --json nothing is written", async () => {
  const work = await workspace();
  expect(await work.run("export --to openai-jsonl")).toContain(
    '{"role":"user","content":"Fix the flaky tests"}\n',
  );
  const { value, exitCode } = await work.json("export --to pi");
  expect(value).toMatchObject({ to: "pi", file: null, lost: {}, changed: {}, redacted: {} });
  expect(exitCode).toBe(0);
});

test("a terminal gets nothing that it would act on", async () => {
  const work = new Workspace();
  await work.session(ID, [{ type: "message", message: { role: "user", content: "\u009b31mred \u202e" } }]);
  const answer = await work.run("export --to openai-jsonl", { terminal: 80 });
  expect(answer).toContain(String.raw`\u009b31mred \u202e`);
});

describe("is refused", () => {
  test.each([
    ["export", "required option"],
    ["export --to word", 'nothing can be exported to "word"'],
    ["export --to pi --install -o x.jsonl", "not both"],
    ["export --to openai-jsonl --install", "No agent looks for files"],
  ])("%s", async (line, why) => {
    const work = await workspace();
    expect(await work.run(line)).toContain(why);
  });

  test("a file that is there", async () => {
    const work = await workspace();
    const file = join(work.project, "mine.jsonl");
    writeFileSync(file, "mine");
    const { value, exitCode } = await work.json("export --to native -o mine.jsonl");
    expect(value).toMatchObject({ error: { code: "PLACE_TAKEN" } });
    expect(exitCode).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

test("keys are taken out of exports and imports, and counted", async () => {
  const work = new Workspace();
  await work.session(ID, [{ type: "message", message: { role: "user", content: `use ${KEY}` } }]);
  const exported = await work.json("export --to native --redact -o copy.jsonl");
  expect(exported.value).toMatchObject({ redacted: { "anthropic-key": 1 } });
  expect(readFileSync(join(work.project, "copy.jsonl"), "utf8")).not.toContain(KEY);
  const chat = join(work.project, "chat.jsonl");
  writeFileSync(chat, `{"role":"user","content":"use ${KEY}"}\n`);
  const answer = await work.run("import chat.jsonl --redact");
  expect(answer).toContain("Redacted: 1 anthropic-key");
  expect(readFileSync(chat, "utf8")).toContain(KEY);
  const { value } = await work.json("import chat.jsonl --redact");
  expect(value).toMatchObject({ imported: { added: 0, redacted: {} } });
  expect(await work.run(["show", value.id as string])).toContain("use [redacted:anthropic-key]");
});
