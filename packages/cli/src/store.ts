import { isAbsolute, join, resolve } from "node:path";
import { openStore, piSessionsFolder, type SessionStore } from "@session-tree/core";
import { cleanLine } from "./output/sanitize.ts";
import type { Run } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/** Opens the store that flags and environment name, and closes it when `use` is through. */
export async function withStore<T>(run: Run, use: (store: SessionStore) => Promise<T>): Promise<T> {
  const { env, home, now } = run.context;
  const warnings: Promise<void>[] = [];
  const store = await openStore({
    root: storeRoot(run),
    sources: [{ dialect: "pi", folder: piSessionsFolder({ home, env }) }],
    now,
    onNotice: ({ message }) => void warnings.push(run.warn(cleanLine(message))),
  });
  try {
    return await use(store);
  } finally {
    await store.close();
    await Promise.all(warnings);
  }
}

/** `--root`, else $SESSIONS_ROOT, else a folder in the XDG data directory. */
export function storeRoot({ context, options }: Run): string {
  const { env, cwd, home } = context;
  const given = options.root ?? (env["SESSIONS_ROOT"] || undefined);
  if (given === "") throw new UsageError("--root names no folder");
  if (given !== undefined) return resolve(cwd, given);
  const data = env["XDG_DATA_HOME"];
  // The XDG specification wants a relative path ignored.
  const folder = data !== undefined && isAbsolute(data) ? data : join(home, ".local", "share");
  return join(folder, "session-tree");
}
