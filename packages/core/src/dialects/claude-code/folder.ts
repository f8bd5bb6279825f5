import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/** The folders in which Claude Code keeps its sessions: one folder for each project, with a log for each session in it. */
export function claudeCodeFolders({ home, env }: Surroundings): readonly string[] {
  return [join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "projects")];
}
