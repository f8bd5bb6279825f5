import { basename } from "node:path";
import { FileSource } from "../../log/file-source.ts";
import { translated } from "../translated.ts";
import type { ForeignSession, Told } from "../translation.ts";
import { conversation } from "./conversation.ts";
import { withDatabase } from "./database.ts";
import { detectOpencode, isSqlite } from "./detect.ts";
import { storedInDatabase } from "./read-database.ts";
import { storedInExport } from "./read-export.ts";
import { storedInTree } from "./read-tree.ts";
import { sessionFiles } from "./session-files.ts";

/**
 * The sessions of opencode, in a database, as JSON files of older versions, or as a person exported them. What has no
 * place in our form stands in a field `opencode` of the same object.
 *
 *     opencode                                  here
 *     session {title, directory, parentID}      header {name, cwd, parentSession, relation: "subagent"}
 *     session {revert}                          leaf: what was reverted stays as a branch
 *     session {time.archived}                   an archived session
 *     user: text, images                        user
 *       text {synthetic}                        custom_message "opencode:synthetic": the model gets it, no person said it
 *       compaction                              custom "opencode:compaction"
 *     assistant {modelID, providerID, cost,     one assistant message for each step (API response) of it
 *                tokens, finish, error}
 *       tool pending, running                   a call
 *       tool completed, error                   a call, and its result behind the message
 *       reasoning                               thinking, with its signature
 *     assistant {summary}                       compaction; it keeps from the `tail_start_id` of the one that asked for it
 *     tokens {input, output, reasoning, cache}  usage; output is with reasoning
 *     records of a newer version                the same where they say the same, else custom "opencode:<type>"
 *
 * A fork is a copy that names no source, so it is a session of its own.
 */
export const opencode = translated("opencode", (start) => detectOpencode(start), {
  sessions: sessionFiles,
  translate,
});

function* translate({ file, part }: ForeignSession): Generator<Told> {
  const source = FileSource.open(file);
  try {
    if (isSqlite(startOf(source, 16)))
      yield* withDatabase(file, (database) => conversation(storedInDatabase(file, database, part)));
    else if (/^\s*\{\s*"info"/.test(startOf(source, 256).toString("latin1")))
      yield* conversation(storedInExport(source, basename(file)));
    else yield* conversation(storedInTree(file));
  } finally {
    source.close();
  }
}

function startOf(source: FileSource, length: number): Buffer {
  const start = Buffer.alloc(length);
  return start.subarray(0, source.read(start, 0));
}
