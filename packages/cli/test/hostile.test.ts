import fc from "fast-check";
import { expect, test } from "vitest";
import type { NewEntry } from "@session-tree/core";
import { main } from "../src/main.ts";
import { Workspace } from "./support/workspace.ts";

/** What a terminal acts on, or what a reader does not see. Colours are our own, so they are turned off here. */
const UNSAFE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const EVIL = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u200b\r\u{e0041}\u2028\ud83d";

const READING: readonly string[][] = [
  ["list", "--all"],
  ["list", "--all", "--jsonl"],
  ["list", "--all", "--json"],
  ["show"],
  ["show", "--all", "--full"],
  ["show", "--json"],
  ["tree"],
  ["tree", "--full"],
  ["tree", "--json"],
  ["project"],
  ["project", "--json"],
  ["continue"],
  ["continue", "--json"],
  ["doctor"],
  ["doctor", "--json"],
  ["stats"],
  ["stats", "--all"],
  ["stats", "--all", "--json"],
  ["project", "--explain"],
  ["project", "--target", "anthropic"],
  ["prune", "--older-than", "0d", "--all"],
  ["search", "ask"],
  ["search", "ask", "--json"],
  ["search", "ask", "--deep"],
  ["fork"],
];

function hostileEntries(evil: string): NewEntry[] {
  const id = `${evil}0`.slice(0, 60);
  return [
    { type: "message", id, parentId: null, message: { role: "user", content: `ask ${evil}` } },
    {
      type: "message",
      message: {
        role: "assistant",
        model: evil,
        provider: evil,
        stopReason: "error",
        errorMessage: evil,
        content: [
          { type: "thinking", thinking: evil },
          { type: "text", text: evil },
          { type: "image", mimeType: evil, data: "" },
          { type: "toolCall", id: evil, name: evil, input: { [evil]: evil } },
          { type: "toolCall", id: "b", name: evil, input: { command: evil } },
          { type: `x${evil}` },
        ],
      },
    },
    {
      type: "message",
      message: { role: "toolResult", toolCallId: evil, toolName: evil, isError: true, content: evil },
    },
    { type: "message", message: { role: "toolResult", toolCallId: "lost", toolName: evil, content: evil } },
    { type: "compaction", summary: evil, firstKeptEntryId: null },
    { type: "branch_summary", fromId: null, summary: evil },
    { type: "model_change", model: evil },
    { type: "custom", customType: evil, data: evil },
    { type: `x${evil}` },
    { type: "label", targetId: id, label: `label ${evil}` },
    { type: "tag", tag: `tag ${evil}`, on: true },
    { type: "session_info", name: `name ${evil}` },
  ];
}

async function expectClean(
  workspace: Workspace,
  args: readonly string[],
  terminal: number | undefined,
): Promise<void> {
  const context = workspace.context(terminal === undefined ? {} : { terminal });
  await main([...args, "--no-color", "--no-pager"], context);
  expect(context.out, args.join(" ")).not.toMatch(UNSAFE);
  expect(context.err, args.join(" ")).not.toMatch(UNSAFE);
}

test("escape sequences in every field never reach the output", async () => {
  const workspace = new Workspace();
  await workspace.session("hostile", hostileEntries(EVIL));
  for (const args of READING) {
    await expectClean(workspace, args, undefined);
    await expectClean(workspace, args, 80);
  }
});

test("nor do they from arguments and error messages", async () => {
  const workspace = new Workspace();
  await workspace.session("hostile", hostileEntries(EVIL));
  for (const args of [
    ["show", EVIL],
    ["show", `hostile@${EVIL}`],
    ["import", EVIL],
    [EVIL],
    ["list", `--${EVIL}`],
  ]) {
    await expectClean(workspace, args, undefined);
    await expectClean(workspace, [...args, "--json"], undefined);
  }
});

test("whatever the text is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (text) => {
      const workspace = new Workspace();
      await workspace.session("hostile", hostileEntries(text));
      for (const args of [["list"], ["show", "--full"], ["tree"], ["tree", "--json"]])
        await expectClean(workspace, args, 80);
    }),
    { numRuns: 15 },
  );
});
