import { basename } from "node:path";
import { parseObject } from "../../format/json.ts";
import type { TranslatedHeader } from "../translation.ts";
import { readSmall } from "./files.ts";
import { object, text } from "./line.ts";
import type { Prelude } from "./prelude.ts";

type Known = TranslatedHeader & { readonly id: string; readonly cwd?: string | undefined };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a line says of its whole session. */
const ABOUT: ReadonlySet<string> = new Set(["agentId", "entrypoint", "sessionKind", "slug", "teamName"]);

/** Whether a log is a subagent's: then all of its lines are of a side conversation. */
export function isSubagent(file: string, { first }: Prelude): boolean {
  const name = nameOf(file);
  return name.startsWith("agent-") || (first["isSidechain"] === true && !UUID.test(name));
}

/** The header of a session. Claude Code resumes it by the name of its file, whatever its lines say. */
export function header(file: string, prelude: Prelude): Known {
  const { first, from } = prelude;
  const name = nameOf(file);
  const version = text(first, "version");
  const branch = text(first, "gitBranch");
  const sessionId = text(first, "sessionId");
  const own = isSubagent(file, prelude) ? subagent(file, name, prelude) : undefined;
  const fork = from && { parentSession: from.sessionId, forkedFrom: from.entryId, relation: "fork" as const };
  return {
    id: UUID.test(name) ? name : (sessionId ?? name),
    timestamp: text(first, "timestamp"),
    cwd: text(first, "cwd"),
    ...(branch !== undefined && { git: { branch } }),
    host: { name: "claude-code", ...(version !== undefined && { version }) },
    ...fork,
    ...own,
    claudeCode: {
      ...Object.fromEntries(Object.entries(first).filter(([key]) => ABOUT.has(key))),
      ...object(own ?? {}, "claudeCode"),
    },
  };
}

/** A subagent's log bears its id; its lines bear that of the session that called it. A file beside it says more. */
function subagent(file: string, name: string, { first }: Prelude): Known {
  const agentId = text(first, "agentId");
  const parentSession = text(first, "sessionId");
  const about = parseObject(readSmall(file.replace(/\.jsonl$/, ".meta.json")) ?? "") ?? {};
  const description = text(about, "description");
  return {
    id: name.startsWith("agent-") || agentId === undefined ? name : `agent-${agentId}`,
    ...(description !== undefined && { name: description }),
    ...(parentSession !== undefined && { parentSession }),
    relation: "subagent",
    claudeCode: about,
  };
}

function nameOf(file: string): string {
  return basename(file).replace(/\.jsonl$/, "");
}
