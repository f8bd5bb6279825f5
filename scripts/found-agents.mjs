// The folders in which coding agents keep their sessions on this machine. Only names are looked at, no session is read.
import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { sep } from "node:path";

const home = homedir();

/** Which files of an agent tell of sessions, where not every log does. */
const FILES = {
  codex: /rollout-[^/\\]*\.jsonl(\.zst)?$/,
  gemini: /session-[^/\\]*\.jsonl?$/,
  opencode: /opencode[^/\\]*\.db$|ses_[^/\\]*\.json$/,
};

/** The agents that have sessions here, with where and how many files, and the command that lists them. */
export async function foundAgents() {
  // Only now, as the demo tells in one line if nothing is built yet.
  const { agents } = await import("../packages/core/dist/index.js");
  return agents.flatMap(({ name, title, folders }) =>
    folders({ home, env: process.env }).flatMap((folder) => {
      const files = filesIn(folder).filter((file) => (FILES[name] ?? /\.jsonl$/).test(file));
      if (files.length === 0) return [];
      const logs = files.length === 1 ? "1 file" : `${files.length} files`;
      return [{ title, place: fromHome(folder), logs, list: `sessions list --source ${name} --all` }];
    }),
  );
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
