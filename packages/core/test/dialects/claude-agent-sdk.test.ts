import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { getSessionMessages, listSessions, forkSession } from "@anthropic-ai/claude-agent-sdk";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { claudeCodeExporter } from "../../src/dialects/claude-code/exporter.ts";
import { ExportNotes } from "../../src/dialects/export-notes.ts";
import { newId } from "../../src/format/ids.ts";
import type { JsonObject } from "../../src/format/json.ts";
import type { SessionLog } from "../../src/store/session-log.ts";
import { COMPACTION_PREFIX, COMPACTION_SUFFIX } from "../../src/projection/summaries.ts";
import { ExportSource } from "../../src/store/export-source.ts";
import { bytesOf, logOf, projectionAt, TIME } from "./exported.ts";
import { randomSession } from "./random-session.ts";

interface Sdk {
  readonly getSessionMessages: typeof getSessionMessages;
  readonly listSessions: typeof listSessions;
  readonly forkSession: typeof forkSession;
}

const home = realpathSync(mkdtempSync(join(tmpdir(), "session-tree-sdk-")));
const project = join(home, "a project_1");
mkdirSync(project);
const before = process.env["CLAUDE_CONFIG_DIR"];
process.env["CLAUDE_CONFIG_DIR"] = join(home, "config");
afterAll(() => {
  if (before === undefined) delete process.env["CLAUDE_CONFIG_DIR"];
  else process.env["CLAUDE_CONFIG_DIR"] = before;
  rmSync(home, { recursive: true });
});

/** The functions of Claude Code's makers that read its sessions. */
const sdk = (await import("@anthropic-ai/claude-agent-sdk")) as Sdk;

/** Puts what is exported where Claude Code looks for it; gives its id. */
function install(log: SessionLog): { id: string; file: string; lines: JsonObject[]; notes: ExportNotes } {
  const id = newId();
  const source = new ExportSource(log, log.activeLeaf()?.id ?? null, false);
  const session = source.session({ id, timestamp: TIME, cwd: project });
  const notes = new ExportNotes();
  const lines = [...claudeCodeExporter.encode(session, notes)];
  const file = claudeCodeExporter.place!(session, { home, env: process.env });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytesOf(lines));
  return { id, file, lines, notes };
}

function textsIn(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return (content as JsonObject[]).flatMap((block) => {
    if (block["type"] === "tool_result") return textsIn(block["content"]);
    return "text" in block ? [String(block["text"])] : [];
  });
}

function said(message: unknown): string {
  const { role, content } = message as JsonObject;
  return `${String(role)}: ${textsIn(content).join("|")}`;
}

/** What a model gets, with a result as what the user says. */
function ours(log: SessionLog): string[] {
  return projectionAt(log, log.activeLeaf()?.id ?? null)
    .messages.filter(({ role }) => role !== "system")
    .map(({ role, content }) => said({ role: role === "assistant" ? role : "user", content }))
    .filter((text) => text !== "user: Continue.")
    .map((text) => text.replace(COMPACTION_PREFIX, "").replace(COMPACTION_SUFFIX, ""));
}

const BRANCHED = [
  { type: "message", id: "a", message: { role: "user", content: "fix the tests" } },
  {
    type: "message",
    id: "b",
    parentId: "a",
    message: {
      role: "assistant",
      provider: "anthropic",
      model: "claude-opus-4-5",
      content: [{ type: "toolCall", id: "toolu_1", name: "Bash", input: { command: "ls" } }],
    },
  },
  {
    type: "message",
    id: "c",
    parentId: "b",
    message: { role: "toolResult", toolCallId: "toolu_1", content: [{ type: "text", text: "x.ts" }] },
  },
  { type: "message", id: "d", parentId: "c", message: { role: "assistant", content: "Done." } },
  { type: "message", id: "e", parentId: "d", message: { role: "user", content: "other way" } },
  { type: "message", id: "f", parentId: "d", message: { role: "user", content: "thanks" } },
  { type: "leaf", id: "g", parentId: "f", targetId: "e" },
  { type: "session_info", id: "h", parentId: "e", name: "Flaky tests" },
];

describe("the Claude Agent SDK reads what is exported for Claude Code", () => {
  test("and lists it in its directory, with its name", async () => {
    const { id } = install(logOf(BRANCHED));
    const listed = await sdk.listSessions({ dir: project });
    expect(listed.filter(({ sessionId }) => sessionId === id)).toMatchObject([
      { customTitle: "Flaky tests", firstPrompt: "fix the tests", cwd: project },
    ]);
  });

  test("with the branch that is active", async () => {
    const { id } = install(logOf(BRANCHED));
    const messages = await sdk.getSessionMessages(id, { dir: project });
    expect(messages.map(({ message }) => said(message))).toEqual([
      "user: fix the tests",
      "assistant: ",
      "user: x.ts",
      "assistant: Done.",
      "user: other way",
    ]);
    expect(messages.every((one) => one.session_id === id)).toBe(true);
  });

  test("and forks it", async () => {
    const { id } = install(logOf(BRANCHED));
    const messages = await sdk.getSessionMessages(id, { dir: project });
    const fork = await sdk.forkSession(id, { dir: project, upToMessageId: messages[2]!.uuid });
    const forked = await sdk.getSessionMessages(fork.sessionId, { dir: project });
    expect(forked.map(({ message }) => said(message))).toEqual([
      "user: fix the tests",
      "assistant: ",
      "user: x.ts",
    ]);
  });

  test("any session, as what a model gets of it", async () => {
    await fc.assert(
      fc.asyncProperty(randomSession({}), async (entries) => {
        const log = logOf(entries);
        const { id, lines, file, notes } = install(log);
        // What the format has no place for is named, and looks otherwise.
        fc.pre(
          !["active leaf", "kept entries"].some((kind) => kind in notes.losses) &&
            Object.keys(notes.changes).length === 0,
        );
        const messages = lines.length === 0 ? [] : await sdk.getSessionMessages(id, { dir: project });
        rmSync(file);
        // An answer that says nothing may be left out.
        const spoken = (all: readonly string[]) => all.filter((line) => line !== "assistant: ");
        expect(spoken(messages.map(({ message }) => said(message)))).toEqual(spoken(ours(log)));
      }),
      { numRuns: 100 },
    );
  });
});
