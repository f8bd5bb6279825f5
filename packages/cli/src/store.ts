import { isAbsolute, join, resolve } from "node:path";
import { agentFolders, openStore, type SessionStore, type SourceFolder } from "@session-tree/core";
import { ProgressLine } from "./output/progress.ts";
import { cleanLine } from "./output/sanitize.ts";
import type { Run } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Opens the store that flags and environment name, and closes it when `use` is through.
 * @param sources where other agents' sessions are; default: where the agents keep them
 */
export async function withStore<T>(
  run: Run,
  use: (store: SessionStore) => Promise<T>,
  sources: readonly SourceFolder[] = agentFolders(run.context),
): Promise<T> {
  const warnings: Promise<void>[] = [];
  const reading = new ProgressLine(run.context, "Reading", "session");
  const store = await openStore({
    root: storeRoot(run),
    sources,
    now: run.context.now,
    onNotice: ({ message }) => void warnings.push(run.warn(cleanLine(message))),
    onProgress: (done, total) => (done < total ? reading.update(done, total) : reading.end()),
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
