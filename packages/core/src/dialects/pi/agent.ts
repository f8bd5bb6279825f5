import type { Agent } from "../agent.ts";
import { piSessionsFolder } from "./folder.ts";
import { pi } from "./pi.ts";

export const piAgent: Agent = {
  title: "pi",
  dialect: pi,
  folders: (surroundings) => [piSessionsFolder(surroundings)],
  tells: { branches: true, usage: true, subagents: false },
  exporter: async () => (await import("./exporter.ts")).piExporter,
  resume: (id) => `pi --session ${id}`,
};
