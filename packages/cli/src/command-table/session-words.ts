/** How help tells what a session argument may be. */
export const SESSION =
  "an id, a part of one, a name or a file; default: the newest native session of this directory";

/** The same for commands that take an entry too. */
export const SESSION_AT = `${SESSION}; @entry after it picks an entry`;

/** The agents that keep sessions in folders of their own, as options name them. */
export const AGENTS = "pi, claude-code, gemini, opencode, codex, copilot";
