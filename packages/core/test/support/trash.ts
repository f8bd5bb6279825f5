import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { user } from "./store.ts";

/** The ids of all sessions that are not in the trash. */
export async function idsOf(store: SessionStore): Promise<string[]> {
  return (await store.list({ archived: true })).map(({ id }) => id);
}

/** The folder of the only item in the trash. */
export function onlyItem(root: string): string {
  const items = readdirSync(join(root, "trash"));
  expect(items).toHaveLength(1);
  return join(root, "trash", items[0]!);
}

/** A session with a name and a message. */
export async function namedSession(store: SessionStore, cwd: string, id: string): Promise<Session> {
  const session = await store.create({ cwd, id, name: `the ${id}` });
  await session.append(user(`hello from ${id}`));
  return session;
}
