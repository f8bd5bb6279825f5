import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type DiskStoreOptions } from "../../src/store/open-store.ts";
import type { NewEntry } from "../../src/store/new-entry.ts";
import type { SessionStore } from "../../src/store/session-store.ts";

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "session-tree-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store in a folder of its own. */
export async function temporaryStore(
  options: Partial<DiskStoreOptions> = {},
): Promise<{ store: SessionStore; root: string; cwd: string }> {
  const root = options.root ?? temporaryFolder();
  const store = await openStore({ durability: "process", ...options, root });
  onTestFinished(() => store.close());
  return { store, root, cwd: temporaryFolder() };
}

export function user(content: string, more: object = {}): NewEntry {
  return { type: "message", message: { role: "user", content }, ...more };
}

export function assistant(content: string, more: object = {}): NewEntry {
  return { type: "message", message: { role: "assistant", content, provider: "p", model: "m", ...more } };
}

export function toolCall(id: string, name = "bash"): NewEntry {
  const block = { type: "toolCall", id, name, input: { command: "ls" } };
  return { type: "message", message: { role: "assistant", content: [block], provider: "p", model: "m" } };
}

export function toolResult(toolCallId: string, content: string, more: object = {}): NewEntry {
  return { type: "message", message: { role: "toolResult", toolCallId, content }, ...more };
}
