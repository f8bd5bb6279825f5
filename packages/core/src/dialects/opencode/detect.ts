import type { Detection } from "../dialect.ts";

const SQLITE = "SQLite format 3\0";

/** A table that a database of opencode has, as SQLite keeps it: among the file's first pages. */
const TABLE = /CREATE TABLE\s+[`"[]?(?:session|message|part|session_message)[`"\]]?\s*\(\s*[`"[]?id/i;

/** A session's JSON file, or an export of one. */
const SESSION = /^\uFEFF?\s*\{\s*(?:"info"\s*:\s*\{\s*)?"id"\s*:\s*"ses_/;

/** Whether a file is a database, a stored session or an export of opencode. */
export function detectOpencode(start: Buffer): Detection {
  const text = start.toString("latin1");
  return (isSqlite(start) ? TABLE : SESSION).test(text) ? "yes" : "no";
}

export function isSqlite(start: Buffer): boolean {
  return start.toString("latin1", 0, SQLITE.length) === SQLITE;
}
