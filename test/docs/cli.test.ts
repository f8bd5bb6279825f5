import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../packages/cli/src/program.ts";
import { Run } from "../../packages/cli/src/run.ts";
import { FakeContext } from "../../packages/cli/test/support/fake-context.ts";
import { Workspace } from "../../packages/cli/test/support/workspace.ts";
import { blocks, page, ROOT } from "./support.ts";

const run = new Run(new FakeContext({ cwd: "/", home: "/" }), {});
const program = createProgram(run, { begin: () => run, end: () => undefined, write: () => undefined });

test("the page about the command names every command", () => {
  const missing = program.commands.map((command) => command.name()).filter((name) => !describes(name));
  expect(missing).toEqual([]);
});

function describes(name: string): boolean {
  return page("docs/cli.md").includes(`\`${name}`);
}

const examples = [
  ...blocks("README.md", "sh")
    .join("")
    .matchAll(/^(?:.*\| )?sessions (.*?) *(?:#.*)?$/gm),
];

test.each(examples.map(([, words]) => words!))("the README's `sessions %s` names what there is", (words) => {
  const [name, ...rest] = words.split(" -- ")[0]!.split(" ");
  const command = program.commands.find((known) => known.name() === name);
  const options = [...program.options, ...(command?.options ?? [])];
  const flags = rest.filter((word) => word.startsWith("--"));
  expect(command?.name()).toBe(name);
  expect(flags.filter((flag) => !options.some((option) => option.long === flag))).toEqual([]);
  // Shells expand a word that starts with a tilde and a number.
  expect(words).not.toMatch(/ ~\d/);
});

/** The shapes that the page promises, by name. */
const shapes = new Map(
  [...page("docs/cli.md").matchAll(/^```json (\w+)\n(.*)\n```$/gm)].map(([, name, text]) => [
    name!,
    JSON.parse(text!) as unknown,
  ]),
);

test("every command answers in the shape that the page promises", async () => {
  const work = new Workspace();
  const turns = [
    { role: "user", content: "one" },
    { role: "assistant", content: "two", provider: "p", model: "m", usage: { inputTokens: 1 } },
  ];
  const stdin = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const made = await work.json("new");
  same(made.value, shape("made"));
  const appended = await work.json("append", { stdin });
  same(appended.value, shape("append"));
  const { leaf } = appended.value as { leaf: string };
  same((await work.json("list")).value, [shape("row")]);
  same((await work.json("fork --at ~1")).value, shape("made"));
  appendFileSync((made.value as { file: string }).file, "no entry\n");
  const { id } = made.value as { id: string };
  same((await work.json(["show", id])).value, shape("show"));
  same((await work.json(["tree", id])).value, shape("tree"));
  same((await work.json(["project", id])).value, shape("project"));
  same((await work.json(["project", id, "--target", "pi", "--explain"])).value, shape("explained"));
  same((await work.json(["stats", id])).value, shape("stats"));
  same((await work.json("stats --project")).value, shape("totals"));
  same((await work.json(["continue", id])).value, { ...object("row"), ...object("path") });
  for (const line of [
    "archive ID",
    "tag ID t",
    "rename ID n",
    "label ID m l",
    "checkout ID ~1",
    "move ID --to .",
  ]) {
    const words = line.split(" ").map((word) => (word === "ID" ? id : word === "m" ? leaf : word));
    same((await work.json(words)).value, shape("row"));
  }
  same((await work.json("move --from . --to .")).value, [shape("row")]);
  same((await work.json("prune --older-than 1d --all")).value, shape("prune"));
  same((await work.json("search one")).value, shape("search"));
  const deleted = await work.json(["delete", id]);
  same(deleted.value, { ...object("row"), ...object("trashed") });
  same((await work.json("trash")).value, [shape("trash")]);
  same((await work.json("trash empty")).value, shape("emptied"));
  same((await work.json(["restore", id])).value, shape("row"));
  const doctor = await work.json("doctor");
  same(doctor.value, shape("doctor"));
  expect(doctor.exitCode).toBe(5);
  same((await work.json("reindex")).value, shape("reindex"));
  const sample = join(ROOT, "test-fixtures", "samples", "pi-v1-first-steps.jsonl");
  same((await work.json(["import", sample])).value, { ...object("row"), ...object("imported") });
  same((await work.json(["export", id, "--to", "pi", "--install"])).value, shape("exported"));
});

function shape(name: string): unknown {
  expect([...shapes.keys()]).toContain(name);
  return shapes.get(name);
}

function object(name: string): object {
  return shape(name) as object;
}

/** The same keys in the same order, as deep as the page shows them. */
function same(actual: unknown, shown: unknown): void {
  expect(keysOf(actual, shown)).toEqual(keysOf(shown, shown));
}

function keysOf(value: unknown, shown: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(value)) {
    // An empty list shows nothing, so it contradicts nothing.
    return shown.length === 0 ? [] : [keysOf(value.length === 0 ? shown[0] : value[0], shown[0])];
  }
  if (typeof shown !== "object" || shown === null || Object.keys(shown).length === 0) return "…";
  // Null says that there is nothing to tell, as for the model of a session without an answer.
  if (typeof value !== "object" || value === null) return value === null ? keysOf(shown, shown) : value;
  const [own, wanted] = [value as Record<string, unknown>, shown as Record<string, unknown>];
  return Object.keys(own).map((key) => [key, keysOf(own[key], wanted[key])]);
}
