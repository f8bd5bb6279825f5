import type { UserMessage } from "../format/messages.ts";

/** Around the summary of a compaction. Constant: a change would change every projection there is. */
export const COMPACTION_PREFIX = "[The conversation before this point was replaced by a summary:]\n\n";
export const COMPACTION_SUFFIX = "\n\n[End of the summary; the conversation goes on from here.]";

/** Around the summary of a branch that was left. */
export const BRANCH_PREFIX =
  "[Another branch of this conversation was left. This is what happened on it:]\n\n";
export const BRANCH_SUFFIX = "\n\n[End of the summary of that branch.]";

/** The summary of a compaction as the model gets it; undefined if it says nothing. */
export function compactionSummary(summary: string): UserMessage | undefined {
  return summaryMessage(COMPACTION_PREFIX, summary, COMPACTION_SUFFIX);
}

/** The summary of a left branch as the model gets it; undefined if it says nothing. */
export function branchSummary(summary: string): UserMessage | undefined {
  return summaryMessage(BRANCH_PREFIX, summary, BRANCH_SUFFIX);
}

function summaryMessage(prefix: string, summary: string, suffix: string): UserMessage | undefined {
  if (summary.trim() === "") return undefined;
  return { role: "user", content: [{ type: "text", text: prefix + summary + suffix }] };
}
