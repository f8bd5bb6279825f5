import type { SessionSummary, TreeView } from "@session-tree/core";
import type { Run } from "../run.ts";
import { count } from "./count.ts";
import { cleanLine } from "./sanitize.ts";

/** What stands below a session whose log is damaged; empty for a sound one. */
export function damageNote(
  { style }: Run,
  { id }: Pick<SessionSummary, "id">,
  damage: TreeView["damage"],
): string {
  if (damage.length === 0) return "";
  const ranges = count(damage.length, "damaged range");
  return `\n${style.bad(`⚠ ${ranges} in the log; the rest is shown`)}\n  ${style.faint(`sessions doctor ${cleanLine(id)}`)}\n`;
}
