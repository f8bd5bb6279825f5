import { expect, test } from "vitest";
import type { Entry } from "../../src/format/entries.ts";
import { MemoryLog } from "../../src/log/memory-log.ts";
import { Durability, type DurabilityLevel } from "../../src/store/durability.ts";
import { interruptedResult } from "../../src/store/close-turn.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import { isSyncPoint } from "../../src/store/sync-points.ts";
import { assistant, toolCall, toolResult, user } from "../support/store.ts";

class CountedLog extends MemoryLog {
  syncs = 0;

  override async sync(): Promise<void> {
    this.syncs++;
  }
}

test.each<[DurabilityLevel, boolean, number]>([
  ["process", false, 0],
  ["process", true, 0],
  ["interval", false, 0],
  ["interval", true, 1],
  ["disk", false, 1],
  ["disk", true, 1],
])("%s, at a sync point: %s: %i syncs at once", async (level, atSyncPoint, syncs) => {
  const log = new CountedLog("log", Buffer.alloc(0));
  const durability = new Durability(
    level,
    () => log,
    () => {},
  );
  await durability.hold(atSyncPoint);
  expect(log.syncs).toBe(syncs);
  await durability.flush();
  expect(log.syncs).toBe(1);
});

const open = { type: "toolCall" as const, id: "x", name: "bash", input: {} };

test.each<[string, NewEntry, boolean]>([
  ["a question", user("go"), false],
  ["a turn that calls a tool", toolCall("x"), false],
  ["a result", toolResult("x", "ok"), false],
  ["a result of an interrupted call", interruptedResult(open), true],
  ["a turn that answers", assistant("done"), true],
  ["a compaction", { type: "compaction", summary: "S" }, true],
  ["a label", { type: "label", targetId: "a", label: "l" }, false],
])("sync point: %s: %j", (_name, entry, is) => {
  expect(isSyncPoint(entry as Entry)).toBe(is);
});
