import type { Agent } from "../agent.ts";
import { geminiFolders } from "./folder.ts";
import { gemini } from "./gemini.ts";

export const geminiAgent: Agent = {
  title: "Gemini CLI",
  dialect: gemini,
  folders: geminiFolders,
  tells: { branches: true, usage: true, subagents: true },
};
