import { expect, test } from "vitest";
import type { Dialect } from "../../src/dialects/dialect.ts";
import { native } from "../../src/dialects/native.ts";
import { pi } from "../../src/dialects/pi/pi.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { activeLeaf } from "../../src/tree/active-leaf.ts";
import { labelsOf } from "../../src/tree/labels.ts";
import { sourceOf } from "../support/memory-source.ts";

const TIME = "2026-01-01T00:00:00Z";
const message = (id: string, parentId: string | null) => ({
  type: "message",
  id,
  parentId,
  timestamp: TIME,
  message: { role: "user", content: id },
});
const HEADER = { type: "session", format: "session-tree", version: 2, id: "s", timestamp: TIME, cwd: "/p" };
const PI_HEADER = { type: "session", version: 3, id: "s", timestamp: TIME, cwd: "/p" };

/** Reads a log of two messages, the first with a label, and one annotation. */
function read(annotation: object, dialect: Dialect = native) {
  const entries = [
    dialect === native ? HEADER : PI_HEADER,
    message("a", null),
    message("b", "a"),
    { type: "label", id: "l", parentId: "b", timestamp: TIME, targetId: "a", label: "old" },
    { id: "x", parentId: "b", timestamp: TIME, ...annotation },
  ];
  const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const log = new SessionLog(sourceOf(bytes), dialect, "s");
  return {
    label: labelsOf(log.heads).get("a"),
    leaf: activeLeaf(log.tree, dialect.leafRule)?.head.id,
    version: log.version,
    damage: log.damage().map(({ kind }) => kind),
  };
}

const BEFORE = { label: "old", leaf: "b", version: 2 };
const label = { type: "label", targetId: "a", label: "new" };
const leaf = { type: "leaf", targetId: "a" };
const deep = JSON.parse("[".repeat(600) + "]".repeat(600)) as unknown;

test.each([
  ["a label", label, { label: "new" }],
  ["a leaf", leaf, { leaf: "a" }],
  ["an upgrade", { type: "upgrade", version: 3 }, { version: 3 }],
  ["an upgrade to an older version", { type: "upgrade", version: 1 }, {}],
])("%s with a sound body acts", (_name, annotation, changed) => {
  expect(read(annotation)).toEqual({ ...BEFORE, ...changed, damage: [] });
});

test.each([
  ["a label that is a number", { ...label, label: 7 }],
  ["a label without a label", { type: "label", targetId: "a" }],
  ["a label whose time is a number", { ...label, timestamp: 7 }],
  ["a label that is nested too deep", { ...label, more: deep }],
  ["a leaf without a target", { type: "leaf" }],
  ["a leaf whose batch is broken", { ...leaf, batch: { session: "s" } }],
  ["an upgrade to half a version", { type: "upgrade", version: 2.5 }],
  ["an upgrade to a text", { type: "upgrade", version: "3" }],
  ["an upgrade to nothing", { type: "upgrade", version: 0 }],
])("%s is reported, and changes nothing", (_name, annotation) => {
  expect(read(annotation)).toEqual({ ...BEFORE, damage: ["bad-body"] });
});

test.each([
  ["clears a label by leaving it out", { type: "label", targetId: "a" }, { label: undefined }],
  ["has no upgrades", { type: "upgrade", version: 9 }, { leaf: "x" }],
])("pi %s", (_name, annotation, changed) => {
  expect(read(annotation, pi)).toEqual({ ...BEFORE, version: 3, ...changed, damage: [] });
});
