import type { Agent } from "../agent.ts";
import { opencodeFolders } from "./folder.ts";
import { opencode } from "./opencode.ts";

export const opencodeAgent: Agent = {
  title: "opencode",
  dialect: opencode,
  folders: opencodeFolders,
  tells: { branches: true, usage: true, subagents: true },
};
