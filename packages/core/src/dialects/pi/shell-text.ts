import type { JsonObject } from "../../format/json.ts";

/** What the model is told of a command that the person ran in the agent's shell. */
export function shellText(
  command: string,
  { output, exitCode, cancelled, truncated, fullOutputPath }: JsonObject,
): string {
  const parts = [`The user ran this shell command:\n\n${fenced(command)}`];
  parts.push(
    typeof output === "string" && output !== "" ? `It printed:\n\n${fenced(output)}` : "It printed nothing.",
  );
  if (cancelled === true) parts.push("It was cancelled before it ended.");
  else if (typeof exitCode === "number" && exitCode !== 0) parts.push(`It ended with exit code ${exitCode}.`);
  if (truncated === true) {
    const whole = typeof fullOutputPath === "string" ? `; all of it is in ${fullOutputPath}` : "";
    parts.push(`The output is shortened here${whole}.`);
  }
  return parts.join("\n\n");
}

/** A fence longer than any run of backticks inside cannot be closed by the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
