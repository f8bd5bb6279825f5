import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { pi } from "../../src/dialects/pi/pi.ts";
import { piExporter } from "../../src/dialects/pi/exporter.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { COMPACTION_PREFIX, COMPACTION_SUFFIX } from "../../src/projection/summaries.ts";
import { labelsOf } from "../../src/tree/labels.ts";
import type { SessionLog } from "../../src/store/session-log.ts";
import { bytesOf, exported, leavesOf, logOf, NEW_ID, projectionAt, readAs, treeOf } from "./exported.ts";
import { randomSession } from "./random-session.ts";

const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);

test("a session comes back from pi's format with its tree, its names and what a model gets at each leaf", () => {
  fc.assert(
    fc.property(randomSession({ rare: true, edits: true }), (entries) => {
      const source = logOf(entries);
      const { lines, lost } = exported(piExporter, source);
      const back = readAs(pi, lines);
      expect(back.damage()).toEqual([]);
      expect(treeOf(back)).toEqual(treeOf(source));
      expect(back.activeLeaf()?.id).toBe(source.activeLeaf()?.id);
      expect(labelsOf(back.heads)).toEqual(labelsOf(source.heads));
      expect(back.name()).toBe(source.name());
      expect(Object.keys(lost).filter((kind) => kind !== "tag")).toEqual([]);
      for (const { id } of leavesOf(source)) expect(told(back, id)).toEqual(told(source, id));
    }),
    { numRuns },
  );
});

/** What a model gets, without what pi's form adds; system messages go together in its compactions. */
function told(log: SessionLog, id: string): unknown {
  const { messages, model, thinkingLevel } = projectionAt(log, id);
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return {
    model: model && { ...model },
    thinkingLevel,
    system: system
      .map((content) => (typeof content === "string" ? content : content.map((b) => b["text"]).join("\n")))
      .join("\n\n"),
    messages: messages.flatMap((message) => {
      if (message.role === "system") return [];
      const { content, role } = message;
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      const from = role === "assistant" ? message.model : role === "toolResult" ? message.toolCallId : "";
      return [{ role, from, blocks }];
    }),
  };
}

/** The functions of pi itself that read a session. */
interface PiSessions {
  readonly SessionManager: { open(file: string, folder: string): PiSession };
}

interface PiSession {
  getLeafId(): string | null;
  getSessionId(): string;
  getCwd(): string;
  getSessionName(): string | undefined;
  getEntries(): { id: string }[];
  branch(id: string): void;
  buildSessionContext(): { messages: JsonObject[]; model: { modelId: string } | null };
}

const folder = mkdtempSync(join(tmpdir(), "session-tree-pi-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("pi itself opens what is exported", async () => {
  const { SessionManager } = (await import(
    new URL("core/session-manager.js", import.meta.resolve("@earendil-works/pi-coding-agent")).href
  )) as PiSessions;
  let count = 0;
  const open = (lines: readonly JsonObject[]): PiSession => {
    const file = join(folder, `${++count}.jsonl`);
    writeFileSync(file, bytesOf(lines));
    return SessionManager.open(file, folder);
  };

  test("with its id, directory, name and active leaf", () => {
    const said = { type: "message", message: { role: "user", content: "hi" } };
    const entries = [
      { ...said, id: "a" },
      { ...said, id: "b", parentId: "a" },
      { ...said, id: "c", parentId: "a" },
    ];
    const leaf = { type: "leaf", id: "l", parentId: "c", targetId: "a" };
    const { lines } = exported(piExporter, logOf([...entries, leaf], { name: "Fix it" }));
    const session = open(lines);
    expect(session.getSessionId()).toBe(NEW_ID);
    expect(session.getCwd()).toBe("/p");
    expect(session.getSessionName()).toBe("Fix it");
    expect(session.buildSessionContext().messages).toMatchObject([{ role: "user", content: "hi" }]);
  });

  test("and makes the same context of it at each leaf", () => {
    fc.assert(
      fc.property(randomSession({ edits: true }), (entries) => {
        const source = logOf(entries);
        const session = open(exported(piExporter, source).lines);
        for (const { id } of leavesOf(source)) {
          // What has no call or no result is made to fit, by each agent in its own way.
          const { repairs } = projectionAt(source, id);
          if (repairs.some(({ kind }) => kind.startsWith("result-"))) continue;
          session.branch(id);
          const { messages, model } = session.buildSessionContext();
          expect(textsOf(messages.map(asOurs))).toEqual(textsOf(ours(source, id)));
          expect(model?.modelId).toBe(projectionAt(source, id).model?.model);
        }
      }),
      { numRuns: Math.min(numRuns, 300) },
    );
  });
});

/** What stands around a summary is each agent's own. */
function asOurs(message: JsonObject): JsonObject {
  const { role, summary } = message;
  return role === "compactionSummary" || role === "branchSummary"
    ? { role: "user", content: summary }
    : message;
}

function ours(log: SessionLog, id: string): JsonObject[] {
  return projectionAt(log, id).messages.map((message) => ({ ...message }));
}

/** All that is said, in order; what makes a history fit for an API is left to each agent. */
function textsOf(messages: readonly JsonObject[]): string[] {
  return messages
    .flatMap(({ role, content }) => (role === "system" ? [] : textsIn(content)))
    .map((text) =>
      text.startsWith(COMPACTION_PREFIX)
        ? text.slice(COMPACTION_PREFIX.length, -COMPACTION_SUFFIX.length)
        : text,
    )
    .filter((text) => text.trim() !== "" && text !== "Continue.")
    .toSorted();
}

function textsIn(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return (content as JsonObject[]).flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
}
