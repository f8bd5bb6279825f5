import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/** The folders in which Codex keeps its sessions: its home, with `sessions`, `archived_sessions` and their names in it. */
export function codexFolders({ home, env }: Surroundings): string[] {
  return [env["CODEX_HOME"] || join(home, ".codex")];
}
