import type { Keeper } from "../anthropic/content.ts";

/** How entries name what of Claude Code's messages has no place in our form. */
export const KEEPER: Keeper = { field: "claudeCode", dialect: "claude-code" };
