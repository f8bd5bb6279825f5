import { beforeAll, describe, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskStorage } from "../../src/store/disk-storage.ts";
import { MemoryStorage } from "../../src/store/memory-storage.ts";
import type { LogStorage } from "../../src/store/storage.ts";
import {
  engineChecks,
  refusalChecks,
  type FailingEngine,
  type TestedEngine,
} from "../../src/testing/index.ts";
import type { FaultLayer } from "../faults/fault.ts";
import { BROKEN, BROKEN_WHILE_FULL, fillable, over } from "./broken-engines.ts";

const faults = globalThis as unknown as { sessionTreeFaults: FaultLayer };

beforeAll(async () => {
  await import(new URL("../faults/fault.mjs", import.meta.url).href);
});

function inMemory(): TestedEngine {
  const storage = new MemoryStorage();
  return { storage, again: () => storage };
}

/** In files, on a disk that fills up when it is told to. */
function inFiles(): FailingEngine {
  const root = mkdtempSync(join(tmpdir(), "engine-"));
  const refuse = () => {
    faults.sessionTreeFaults.arm(
      { call: "change", nth: 1, kind: "error", code: "ENOSPC", always: true },
      root,
    );
    return () => void faults.sessionTreeFaults.disarm();
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

/** In memory, of which no more is left when it is told so. @param broken changes it */
function fillableInMemory(broken: (typeof BROKEN_WHILE_FULL)[string] = fillable): FailingEngine {
  let isFull = false;
  const sound = new MemoryStorage();
  const storage = over<LogStorage>(
    sound,
    broken(sound, () => isFull),
  );
  const refuse = () => {
    isFull = true;
    return () => void (isFull = false);
  };
  return { storage, again: () => storage, refuse };
}

test.each(refusalChecks(() => fillableInMemory()))("memory that is full: $name", ({ run }) => run());

describe("every check fails for an engine that breaks its promise", () => {
  const all = engineChecks(inMemory);
  const whileFull = refusalChecks(() => fillableInMemory());

  test("and there is such an engine for each", () => {
    expect(Object.keys(BROKEN).sort()).toEqual(all.map(({ name }) => name).sort());
    expect(Object.keys(BROKEN_WHILE_FULL).sort()).toEqual(whileFull.map(({ name }) => name).sort());
  });

  test.each(Object.entries(BROKEN))("%s", async (promise, broken) => {
    const make = () => {
      const sound = new MemoryStorage();
      const storage = over<LogStorage>(sound, broken(sound));
      return { storage, again: () => storage };
    };
    const check = engineChecks(make, { patience: 50 }).find(({ name }) => name === promise);
    await expect(check?.run()).rejects.toThrow();
  });

  test.each(Object.entries(BROKEN_WHILE_FULL))("%s", async (promise, broken) => {
    const check = refusalChecks(() => fillableInMemory(broken)).find(({ name }) => name === promise);
    await expect(check?.run()).rejects.toThrow();
  });
});
