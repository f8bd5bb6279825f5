import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/** Where Gemini CLI keeps its chats: a folder for each project, with `chats` and saved checkpoints in it. */
export function geminiFolders({ home, env }: Surroundings): string[] {
  return [join(env["GEMINI_CLI_HOME"] || home, ".gemini", "tmp")];
}
