import type { Agent } from "../agent.ts";
import { codex } from "./codex.ts";
import { codexFolders } from "./folder.ts";

export const codexAgent: Agent = {
  title: "Codex",
  dialect: codex,
  folders: codexFolders,
  tells: { branches: true, usage: true, subagents: true },
  exporter: async () => (await import("./exporter.ts")).codexExporter,
  resume: (id) => `codex resume ${id}`,
};
