import type { Agent } from "../agent.ts";
import { copilot } from "./copilot.ts";
import { copilotFolders } from "./folder.ts";

export const copilotAgent: Agent = {
  title: "Copilot CLI",
  dialect: copilot,
  folders: copilotFolders,
  // Going back removes events; what was read is told for a whole run; a subagent is no session of its own.
  tells: { branches: false, usage: "sums", subagents: "within" },
};
