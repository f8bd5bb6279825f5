/** How texts begin that Codex itself puts into the user's mouth. */
const TAGS = [
  "environment_context",
  "user_instructions",
  "permissions instructions",
  "collaboration_mode",
  "turn_aborted",
  "user_shell_command",
  "subagents",
  "subagent_notification",
  "hook_prompt",
  "skill",
  "model_switch",
  "personality_spec",
  "INSTRUCTIONS",
];

const INJECTED = new RegExp(`^\\s*<(${TAGS.join("|")})[ >]`, "i");
const AGENTS_FILE = /^\s*# AGENTS\.md/;

/** What Codex, and no human, says with a user's text; undefined: the human said it. */
export function injectedKind(text: string): string | undefined {
  if (AGENTS_FILE.test(text)) return "agents_md";
  return INJECTED.exec(text)?.[1]?.replaceAll(" ", "_").toLowerCase();
}

/** The directory that an `environment_context` names: in the first era nothing else does. */
export function directoryIn(text: string): string | undefined {
  return /<cwd>([^<]+)<\/cwd>/.exec(text)?.[1]?.trim();
}
