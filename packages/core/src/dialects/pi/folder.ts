import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/**
 * The folder in which pi keeps its sessions: one folder for each project, `--…--`, with a log for each session in it.
 * Logs may also lie directly in it.
 */
export function piSessionsFolder({ home, env }: Surroundings): string {
  const agent = env["PI_CODING_AGENT_DIR"];
  return join(agent ? fromHome(agent, home) : join(home, ".pi", "agent"), "sessions");
}

function fromHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}
