import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { objectIn, textIn } from "../../answers/answer-parts.ts";
import type { TranslatedHeader } from "../translation.ts";

/** The header of a thread that says this of itself. */
export function threadHeader(id: string, meta: JsonObject, forkedFrom: string | undefined): TranslatedHeader {
  const spawn = objectIn(objectIn(objectIn(meta, "source"), "subagent"), "thread_spawn");
  const spawner = textIn(meta, "parent_thread_id") ?? textIn(spawn, "parent_thread_id");
  const subagent =
    spawner !== undefined || isSubagent(meta["source"]) || meta["thread_source"] === "subagent";
  const parentSession = spawner ?? parentOf(meta);
  const git = gitOf(objectIn(meta, "git"));
  const name = textIn(meta, "originator");
  const version = textIn(meta, "cli_version");
  return {
    id,
    timestamp: textIn(meta, "timestamp"),
    cwd: textIn(meta, "cwd"),
    ...(parentSession !== undefined && { parentSession }),
    ...(forkedFrom !== undefined && { forkedFrom }),
    ...(subagent ? { relation: "subagent" } : parentSession !== undefined && { relation: "fork" }),
    ...(git !== undefined && { git }),
    ...(name !== undefined && { host: { name, ...(version !== undefined && { version }) } }),
    codex: meta,
  };
}

/** The thread of which this one is a fork, by copy or by reference; undefined: it is none. */
export function parentOf(meta: JsonObject): string | undefined {
  const parent = textIn(meta, "forked_from_id") ?? textIn(objectIn(meta, "history_base"), "thread_id");
  return parent === textIn(meta, "id") ? undefined : parent;
}

function isSubagent(source: unknown): boolean {
  return isJsonObject(source) && "subagent" in source;
}

function gitOf(git: JsonObject): TranslatedHeader["git"] {
  const [branch, commit] = [textIn(git, "branch"), textIn(git, "commit_hash")];
  if (branch === undefined && commit === undefined) return undefined;
  return { ...(branch !== undefined && { branch }), ...(commit !== undefined && { commit }) };
}
