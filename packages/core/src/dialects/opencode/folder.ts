import { join } from "node:path";
import type { Surroundings } from "../agent.ts";

/** opencode's data folder: its databases, and the JSON files of older versions. */
export function opencodeFolders({ home, env }: Surroundings): string[] {
  return [join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "opencode")];
}
