import type * as fs from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryStore, user } from "../support/store.ts";

/** What is done to files, in order; descriptors by the names they were opened with. */
const done: string[] = [];
const names = new Map<number, string>();

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const nameOf = (path: unknown): string => basename(String(path)).replace(/^\..*\.tmp$/, "temporary");
  const openSync = ((path: string, ...rest: [string, number]) => {
    const descriptor = real.openSync(path, ...rest);
    names.set(descriptor, nameOf(path));
    return descriptor;
  }) as typeof real.openSync;
  const writeSync = ((descriptor: number, ...rest: [Buffer]) => {
    done.push(`write ${names.get(descriptor)}`);
    return real.writeSync(descriptor, ...rest);
  }) as typeof real.writeSync;
  const fsyncSync = (descriptor: number): void => {
    done.push(`sync ${names.get(descriptor)}`);
    real.fsyncSync(descriptor);
  };
  const renameSync = (from: string, to: string): void => {
    done.push(`rename ${nameOf(from)}`);
    real.renameSync(from, to);
  };
  return { ...real, openSync, writeSync, fsyncSync, renameSync };
});

test("a blob and its name are on disk before its line is written, whatever the durability", async () => {
  const { store, cwd } = await temporaryStore({ durability: "process", spill: { above: 100 } });
  const session = await store.create({ cwd });
  await session.append(user("short"));
  done.length = 0;
  await session.append(user("x".repeat(200)));
  const log = basename(session.file);
  expect(done).toEqual([
    "write temporary",
    "sync temporary",
    "rename temporary",
    `sync ${session.id}.blobs`,
    `sync ${basename(dirname(session.file))}`,
    `write ${log}`,
  ]);
  done.length = 0;
  await session.append(user("x".repeat(200)));
  expect(done.filter((one) => one.startsWith("write"))).toEqual([`write ${log}`]);
});
