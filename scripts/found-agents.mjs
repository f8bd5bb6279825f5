// The folders in which coding agents keep their sessions on this machine. Only names are looked at, no session is read.
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";

const home = homedir();
const { env } = process;

/** Where each agent keeps its sessions, and which files there are sessions. */
const AGENTS = [
  { name: "pi", folder: join(piFolder(), "sessions"), files: /\.jsonl$/ },
  {
    name: "Claude Code",
    folder: join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"),
    files: /\.jsonl$/,
  },
  {
    name: "Codex",
    folder: join(env.CODEX_HOME || join(home, ".codex"), "sessions"),
    files: /\.jsonl$/,
  },
  {
    name: "Gemini CLI",
    folder: join(home, ".gemini", "tmp"),
    files: /session-[^/\\]*\.jsonl?$/,
  },
  {
    name: "opencode",
    folder: join(env.XDG_DATA_HOME || join(home, ".local", "share"), "opencode"),
    files: /opencode[^/\\]*\.db$|ses_[^/\\]*\.json$/,
  },
  { name: "Copilot CLI", folder: join(home, ".copilot", "session-state"), files: /\.jsonl$/ },
];

function piFolder() {
  const own = env.PI_CODING_AGENT_DIR || join(home, ".pi", "agent");
  return own === "~" || own.startsWith("~/") ? join(home, own.slice(1)) : own;
}

/** The agents that have sessions here, with where and how many files; `read` is how `sessions` reads them, if it can. */
export async function foundAgents() {
  // Only now, as the demo tells in one line if nothing is built yet.
  const { agents } = await import("../packages/core/dist/index.js");
  return AGENTS.flatMap(({ name, folder, files }) => {
    const count = filesIn(folder).filter((file) => files.test(file)).length;
    if (count === 0) return [];
    const agent = agents.find(({ title }) => title === name);
    const read = agent === undefined ? undefined : `sessions list --source ${agent.name} --all`;
    return [{ name, place: fromHome(folder), logs: count === 1 ? "1 file" : `${count} files`, read }];
  });
}

function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true });
  } catch {
    // Not there, or not ours to read: nothing to show.
    return [];
  }
}

function fromHome(path) {
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
