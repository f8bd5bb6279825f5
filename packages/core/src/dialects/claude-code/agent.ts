import type { Agent } from "../agent.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeCodeFolders } from "./folder.ts";

export const claudeCodeAgent: Agent = {
  title: "Claude Code",
  dialect: claudeCode,
  folders: claudeCodeFolders,
  tells: { branches: true, usage: true, subagents: true },
  exporter: async () => (await import("./exporter.ts")).claudeCodeExporter,
  resume: (id) => `claude --resume ${id}`,
};
