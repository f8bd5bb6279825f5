import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pi } from "../../src/dialects/pi/pi.ts";
import { textOf } from "../../src/format/blocks.ts";
import type { JsonObject } from "../../src/format/json.ts";
import { bytesOf, projectionAt, readAs, TIME } from "./exported.ts";

interface Context {
  messages: { role: string; content: unknown }[];
  model: { modelId?: string } | null;
}

const { SessionManager } = (await import(
  new URL("core/session-manager.js", import.meta.resolve("@earendil-works/pi-coding-agent")).href
)) as { SessionManager: { open(file: string, folder: string): { buildSessionContext(): Context } } };

const folder = mkdtempSync(join(tmpdir(), "session-tree-pi-"));
afterAll(() => rmSync(folder, { recursive: true }));

const header = (more: JsonObject = { version: 3 }) => ({
  type: "session",
  id: "s",
  timestamp: TIME,
  cwd: "/p",
  ...more,
});
const said = (id: string, parent: object, message: JsonObject) => ({
  type: "message",
  id,
  ...parent,
  timestamp: TIME,
  message: { timestamp: 1, ...message },
});
const user = (id: string, parentId: string | null, content: unknown = id) =>
  said(id, { parentId }, { role: "user", content });
const model = {
  type: "model_change",
  id: "m",
  parentId: "a",
  timestamp: TIME,
  provider: "openai",
  modelId: "gpt",
};

/** What each gets of the same lines: the texts, and the model. */
test.each<[what: string, lines: JsonObject[], theirs: unknown[], ours: unknown[]]>([
  [
    "a line has no parentId",
    [header(), user("a", null), said("b", {}, { role: "user", content: "b" })],
    ["b", undefined],
    ["a", "b", undefined],
  ],
  [
    "entries of version 1 have ids",
    [header({}), user("a", null), user("b", "a"), user("c", "a")],
    ["a", "b", "c", undefined],
    ["a", "c", undefined],
  ],
  [
    "the content is neither a text nor a list",
    [header(), user("a", null, 5), user("b", "a")],
    [5, "b", undefined],
    ["b", undefined],
  ],
  [
    "an answer names no model",
    [
      header(),
      user("a", null),
      model,
      said("b", { parentId: "m" }, { role: "assistant", content: "b" }),
      user("c", "b"),
    ],
    ["a", "b", "c", undefined],
    ["a", "b", "c", "gpt"],
  ],
  [
    "a system message has sections",
    [
      header(),
      said("a", { parentId: null }, { role: "system", content: "base", sections: { rules: "Be brief." } }),
      said("b", { parentId: "a" }, { role: "system", content: "", sections: { rules: null } }),
      user("c", "b"),
    ],
    ["base", "", "c", undefined],
    ["base\n\nrules:\nBe brief.", 'The section "rules" no longer applies.', "c", undefined],
  ],
])("pi and we differ on purpose where %s", (what, lines, theirs, ours) => {
  const file = join(folder, `${what.replaceAll(" ", "-")}.jsonl`);
  writeFileSync(file, bytesOf(lines));
  const context = SessionManager.open(file, folder).buildSessionContext();
  expect([...context.messages.map(({ content }) => content), context.model?.modelId]).toEqual(theirs);
  const log = readAs(pi, lines);
  const projection = projectionAt(log, log.activeLeaf()?.id ?? null);
  const texts = projection.messages.map(({ content }) => textOf(content));
  expect([...texts, projection.model?.model]).toEqual(ours);
});
