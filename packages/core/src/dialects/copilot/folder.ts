import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/** The folders in which the Copilot CLI keeps its sessions: a folder for each, in older versions a file. */
export function copilotFolders({ home, env }: Surroundings): string[] {
  return [join(env["COPILOT_HOME"] || join(home, ".copilot"), "session-state")];
}
