import { type Located, objectsIn } from "./located.ts";
import type { Report } from "./report.ts";

/**
 * The rules on a message with the role `system`, which only some models take: it stands directly behind a user turn
 * (mid-conversation-system-messages), and before an assistant turn or at the end (unverified).
 */
export function checkSystemMessages(messages: readonly Located[], supported: boolean, report: Report): void {
  for (const [index, { value, at }] of messages.entries()) {
    if (value["role"] !== "system") continue;
    if (!supported) {
      report.error("system-not-supported", at, "only newer models take the role system inside the messages");
      continue;
    }
    const before = messages[index - 1];
    const after = messages[index + 1];
    if (before?.value["role"] === "system") report.warn("system-order", at, "two system messages in a row");
    else if (before?.value["role"] !== "user" || startsWithResult(after))
      report.error("system-misplaced", at, "a system message has to stand directly behind a user turn");
    else if (after?.value["role"] === "user")
      report.warn("system-order", at, "a system message should stand before an assistant turn or at the end");
  }
}

function startsWithResult(message: Located | undefined): boolean {
  return message !== undefined && objectsIn(message.value, "content")[0]?.value["type"] === "tool_result";
}
