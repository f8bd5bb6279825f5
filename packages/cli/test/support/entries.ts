import type { NewEntry } from "@session-tree/core";

/** Entries with short ids that end in digits, a minute apart. */
export function user(number: number, parent: number | null, text: string): NewEntry {
  return { ...envelope(number, parent), type: "message", message: { role: "user", content: text } };
}

export function assistant(number: number, parent: number | null, text: string, ...calls: string[]): NewEntry {
  const content = [
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...calls.map((command, index) => ({
      type: "toolCall" as const,
      id: `call-${number}-${index}`,
      name: "bash",
      input: { command },
    })),
  ];
  const stopReason = calls.length > 0 ? ("toolUse" as const) : ("stop" as const);
  const message = {
    role: "assistant" as const,
    content,
    provider: "anthropic",
    model: "claude-opus-4-5",
    stopReason,
  };
  return { ...envelope(number, parent), type: "message", message };
}

export function result(
  number: number,
  parent: number,
  toolCallId: string,
  text: string,
  isError = false,
): NewEntry {
  const message = { role: "toolResult" as const, toolCallId, toolName: "bash", isError, content: text };
  return { ...envelope(number, parent), type: "message", message };
}

export function idOf(number: number): string {
  return `entry-${String(number).padStart(8, "0")}`;
}

function envelope(number: number, parent: number | null) {
  const timestamp = new Date(Date.UTC(2026, 0, 2, 10, number)).toISOString();
  return { id: idOf(number), parentId: parent === null ? null : idOf(parent), timestamp };
}

/** A session with a question asked in two ways, a label, and the second way active. */
export const BRANCHED: readonly NewEntry[] = [
  user(1, null, "Fix the flaky tests"),
  assistant(2, 1, "I'll look at the runner first.", "pnpm test", "cat runner.ts"),
  result(3, 2, "call-2-0", "1 failed\nrunner.test.ts", true),
  result(4, 3, "call-2-1", "line one\nline two\nline three"),
  assistant(5, 4, "The timer leaks."),
  user(6, 5, "Try fake timers"),
  assistant(7, 6, "They hide it."),
  user(8, 5, "Use a clock argument"),
  assistant(9, 8, "Done. All tests pass."),
  { type: "label", id: "label-1", targetId: idOf(5), label: "before-fix" },
];
