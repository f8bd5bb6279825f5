import { cleanLine } from "./sanitize.ts";

/** A directory as a person writes it: `~` for the home directory. Safe to print. */
export function showDirectory(directory: string | null, home: string): string {
  if (directory === null) return "unknown directory";
  const below = home !== "" && (directory === home || directory.startsWith(`${home}/`));
  return cleanLine(below ? `~${directory.slice(home.length)}` : directory);
}
