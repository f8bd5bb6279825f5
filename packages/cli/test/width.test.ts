import { expect, test } from "vitest";
import { widthOf } from "../src/output/width.ts";
import { assistant, result, user } from "./support/entries.ts";
import { Workspace } from "./support/workspace.ts";

const LONG = "a long line 漢字 👍 that goes on, ".repeat(12);

test.each([60, 80, 120])("nothing is wider than a terminal of %i cells", async (terminal) => {
  const workspace = new Workspace();
  const entries = [
    user(1, null, LONG),
    assistant(2, 1, `\t\t${LONG}`, LONG),
    result(3, 2, "call-2-0", `${"x".repeat(300)}\n${LONG}`, true),
    assistant(4, 3, LONG),
    user(5, 4, LONG),
    user(6, 4, LONG),
    { type: "label", id: "label-1", targetId: "entry-00000006", label: "a label" },
  ];
  await workspace.session("long", entries, { name: LONG });
  for (const line of ["list --all", "show", "show --all --full", "tree", "tree --full"]) {
    const text = await workspace.run(`${line} --no-color`, { terminal });
    for (const row of text.split("\n")) expect(widthOf(row), row).toBeLessThanOrEqual(terminal);
  }
});

test("facts about a session go on in a second line where one is too narrow", async () => {
  const workspace = new Workspace();
  const id = "0192a3f1-4c5d-7e6f-8a9b-0c1d2e3f4a5b";
  await workspace.session(id, [user(1, null, "hi"), assistant(2, 1, "ho")]);
  const heading = async (terminal: number) =>
    (await workspace.run("show --no-color", { terminal })).split("\n\n")[0];
  expect(await heading(60)).toMatchInlineSnapshot(`
    "hi
    <uuid> · 2 messages · just now
    claude-opus-4-5 · ~/project"
  `);
  expect(await heading(120)).toMatchInlineSnapshot(`
    "hi
    <uuid> · 2 messages · just now · claude-opus-4-5 · ~/project"
  `);
});
