import type { Agent, Surroundings } from "./agent.ts";
import { claudeCodeAgent } from "./claude-code/agent.ts";
import { codexAgent } from "./codex/agent.ts";
import { copilotAgent } from "./copilot/agent.ts";
import { eventLogAgent } from "./event-log/event-log.ts";
import { geminiAgent } from "./gemini/agent.ts";
import { openaiJsonlAgent } from "./openai-jsonl/openai-jsonl.ts";
import { opencodeAgent } from "./opencode/agent.ts";
import { piAgent } from "./pi/agent.ts";
import { snapshotAgent } from "./snapshot/snapshot.ts";

/** Every agent there is. A file is of the first one whose dialect knows it. */
export const AGENTS: readonly Agent[] = [
  piAgent,
  claudeCodeAgent,
  geminiAgent,
  opencodeAgent,
  codexAgent,
  copilotAgent,
  openaiJsonlAgent,
  eventLogAgent,
  snapshotAgent,
];

/** An agent, as the store's users know it. */
export interface KnownAgent extends Omit<Agent, "dialect" | "exporter"> {
  /** As it stands in a session's `dialect`, and in `sources`. */
  readonly name: string;
  /** Whether sessions can be exported to it. */
  readonly exports: boolean;
}

/** The agents whose sessions are read. */
export const agents: readonly KnownAgent[] = AGENTS.map(
  ({ dialect, exporter, resume, title, folders, tells }) => ({
    name: dialect.name,
    title,
    folders,
    tells,
    exports: exporter !== undefined,
    ...(resume !== undefined && { resume }),
  }),
);

/** The agent that a word names: by its whole name, or by the first part of it, such as `claude`. `native` is the store itself. */
export function agentNamed(word: string): string | undefined {
  const names = ["native", ...agents.map(({ name }) => name)];
  return names.find((name) => name === word) ?? names.find((name) => name.startsWith(`${word}-`));
}

/** Where the agents keep their sessions: what a store takes as `sources`. Folders need not be there. */
export function agentFolders(surroundings: Surroundings): { dialect: string; folder: string }[] {
  return AGENTS.flatMap((agent) =>
    agent.folders(surroundings).map((folder) => ({ dialect: agent.dialect.name, folder })),
  );
}
