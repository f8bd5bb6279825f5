import { objectIn, textIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";
import type { TranslatedHeader } from "../translation.ts";

/** The header of a session that begins so; what its start does not say is taken from what stands beside the events. */
export function sessionHeader(id: string, start: JsonObject, workspace: JsonObject): TranslatedHeader {
  const context = objectIn(start, "context");
  const git = {
    root: textIn(context, "gitRoot") ?? textIn(workspace, "git_root"),
    branch: textIn(context, "branch") ?? textIn(workspace, "branch"),
    commit: textIn(context, "headCommit"),
  };
  const known = Object.fromEntries(Object.entries(git).filter(([, value]) => value !== undefined));
  const name = textIn(start, "producer");
  const version = textIn(start, "copilotVersion");
  return {
    id,
    timestamp: textIn(start, "startTime") ?? textIn(workspace, "created_at"),
    cwd: textIn(context, "cwd") ?? textIn(workspace, "cwd"),
    ...(Object.keys(known).length > 0 && { git: known }),
    ...(name !== undefined && { host: { name, ...(version !== undefined && { version }) } }),
  };
}
