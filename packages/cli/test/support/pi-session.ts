import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** A session of pi in the workspace's project, and the environment in which it is found. */
export function piSession(
  { home, project }: Workspace,
  timestamp: string,
): { PI_CODING_AGENT_DIR: string; file: string } {
  const agent = join(home, "pi");
  const folder = join(agent, "sessions", "--project--");
  mkdirSync(folder, { recursive: true });
  const id = "11aa22bb-0000-4000-8000-000066aa77bb";
  const file = join(folder, `2026-01-02T10-00-00-000Z_${id}.jsonl`);
  const lines = [
    { type: "session", version: 3, id, timestamp, cwd: project },
    {
      type: "message",
      id: "a1b2c3d4",
      parentId: null,
      timestamp,
      message: { role: "user", content: "from pi", timestamp: 0 },
    },
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { PI_CODING_AGENT_DIR: agent, file };
}
