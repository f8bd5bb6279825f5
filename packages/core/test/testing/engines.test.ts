import { describe, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskStorage } from "../../src/store/disk-storage.ts";
import { MemoryStorage } from "../../src/store/memory-storage.ts";
import {
  engineChecks,
  refusalChecks,
  type FailingEngine,
  type TestedEngine,
} from "../../src/testing/index.ts";
import type { FaultLayer } from "../faults/fault.ts";
import "../faults/fault.mjs";

const { sessionTreeFaults: layer } = globalThis as unknown as { sessionTreeFaults: FaultLayer };

function inMemory(): TestedEngine {
  const storage = new MemoryStorage();
  return { storage, again: () => storage };
}

/** In files, on a disk that fills up when it is told to. */
function inFiles(): FailingEngine {
  const root = mkdtempSync(join(tmpdir(), "engine-"));
  const refuse = () => {
    layer.arm({ call: "change", nth: 1, kind: "error", code: "ENOSPC", always: true }, root);
    return () => void layer.disarm();
  };
  const remove = () => rmSync(root, { recursive: true });
  return { storage: new DiskStorage(root), again: () => new DiskStorage(root), refuse, remove };
}

describe("the engine in memory", () => {
  test.each(engineChecks(inMemory))("$name", ({ run }) => run());
});

describe("the engine in files", () => {
  test.each(engineChecks(inFiles))("$name", ({ run }) => run());
  test.each(refusalChecks(inFiles))("$name", ({ run }) => run());
});
