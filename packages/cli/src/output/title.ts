import type { SessionSummary } from "@session-tree/core";
import { cleanLine } from "./sanitize.ts";

/** What a person calls a session: its name, else its first message. Safe to print. */
export function titleOf({
  name,
  title,
  messages,
}: Pick<SessionSummary, "name" | "title" | "messages">): string {
  const text = name ?? title;
  if (text !== null && text !== "") return cleanLine(text);
  return messages === 0 ? "(empty)" : "(no text)";
}
