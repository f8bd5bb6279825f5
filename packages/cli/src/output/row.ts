import type { SessionSummary } from "@session-tree/core";

/** A session as `--json` gives it. The keys and their order are a promise to scripts; new ones go to the end. */
export function rowJson(summary: SessionSummary): SessionSummary {
  const { id, dialect, file, cwd, name, title, created, active, leaf, entries, messages, branches } = summary;
  const { model, usage, bytes, damage, parentSession, tags, archived, relation, originId } = summary;
  return {
    id,
    dialect,
    file,
    cwd,
    name,
    title,
    created,
    active,
    leaf,
    entries,
    messages,
    branches,
    model,
    usage,
    bytes,
    damage,
    parentSession,
    tags,
    archived,
    relation,
    originId,
  };
}
