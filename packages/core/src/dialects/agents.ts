import type { Agent, Surroundings } from "./agent.ts";
import { piAgent } from "./pi/agent.ts";

/** Every agent there is. A file is of the first one whose dialect knows it. */
export const AGENTS: readonly Agent[] = [piAgent];

/** Where the agents keep their sessions: what a store takes as `sources`. Folders need not be there. */
export function agentFolders(surroundings: Surroundings): { dialect: string; folder: string }[] {
  return AGENTS.flatMap((agent) =>
    agent.folders(surroundings).map((folder) => ({ dialect: agent.dialect.name, folder })),
  );
}
