import type { ToolCall } from "./entry-view.ts";
import { cleanLine } from "./sanitize.ts";

/** The fields that tell what a call is about, whatever agent made it. */
const TELLING = [
  "command",
  "path",
  "file_path",
  "filePath",
  "pattern",
  "query",
  "url",
  "prompt",
  "description",
];

const LENGTH = 200;

/** A call on one line: what it is about, without what it carries. Safe to print. */
export function callSubject({ input }: ToolCall): string {
  if (typeof input !== "object" || input === null) return start(typeof input === "string" ? input : "");
  const fields = input as Readonly<Record<string, unknown>>;
  const key = TELLING.find((name) => typeof fields[name] === "string");
  const value = key === undefined ? Object.values(fields).find((of) => typeof of === "string") : fields[key];
  return typeof value === "string" ? start(value) : start(JSON.stringify(input));
}

/** Names and how often each: `read ×9, bash ×5`, most often first. Safe to print. */
export function toolCounts(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, times]) => (times === 1 ? cleanLine(name) : `${cleanLine(name)} ×${times}`))
    .join(", ");
}

function start(text: string): string {
  return cleanLine(text.slice(0, LENGTH).trim());
}
