import type { Session } from "@session-tree/core";

/** A session that was just made, as `--json` gives it. */
export function madeJson({ id, file, header, leaf }: Session) {
  const { cwd = null, parentSession = null, forkedFrom = null } = header ?? {};
  return { id, file, cwd, parentSession, forkedFrom, leaf };
}
