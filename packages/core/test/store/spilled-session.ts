import { readdirSync } from "node:fs";
import { join } from "node:path";
import { blobFolder } from "../../src/log/blob-folder.ts";
import type { DiskStoreOptions } from "../../src/store/open-store.ts";
import type { Session } from "../../src/store/session.ts";
import type { SessionStore } from "../../src/store/session-store.ts";
import { temporaryStore, user } from "../support/store.ts";

export const SPILL = { spill: { above: 100 } };
export const LONG = `${"a long text ".repeat(400)}the end`;
export const IMAGE = { type: "image", mimeType: "image/png", data: Buffer.alloc(300, 7).toString("base64") };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The files of a session's blobs. */
export function blobsOf({ file }: Pick<Session, "file">): string[] {
  const folder = blobFolder(file);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Everything that can be read of a session. */
export async function readings(session: Session): Promise<object> {
  const nodes = (await session.tree()).nodes.map(({ id }) => id);
  const projections: unknown[] = [];
  for (const at of nodes) projections.push(await session.project({ at }));
  const paths: unknown[] = [];
  for (const at of nodes) paths.push(await session.path(at));
  const { usage, damage } = { usage: await session.usage(), damage: await session.damage() };
  return { entries: await collect(session.entries()), projections, paths, usage, damage };
}

/** A session that holds one text and one image in blobs. */
export async function spilledSession(options: Partial<DiskStoreOptions> = {}): Promise<{
  store: SessionStore;
  root: string;
  cwd: string;
  session: Session;
}> {
  const made = await temporaryStore({ ...SPILL, ...options });
  const session = await made.store.create({ cwd: made.cwd });
  await session.append(user(LONG, { id: "a" }));
  const content = [{ type: "text", text: "look" }, IMAGE];
  await session.append({ type: "message", id: "b", message: { role: "user", content } });
  return { ...made, session };
}

/** What the user says at the end of a session's projection. */
export async function said(session: Session): Promise<unknown[]> {
  return (await session.project()).messages.map(({ content }) => content);
}

export const WHOLE = [[{ type: "text", text: LONG }], [{ type: "text", text: "look" }, IMAGE]];
