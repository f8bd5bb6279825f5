import type { JsonObject } from "../../format/json.ts";
import { oneLine } from "../../format/one-line.ts";
import type { TranslatedHeader } from "../translation.ts";
import { isoTime, objectAt, textAt } from "./fields.ts";

const NAME_LENGTH = 200;

/** Titles that opencode gives before it knows a better one. */
const NO_TITLE = /^(?:New|Child) session - \d{4}-/;

/** What a session's own record says of it. */
export function sessionHeader(id: string, info: JsonObject): TranslatedHeader {
  const { id: _, parentID, directory, title, version, time: _time, ...rest } = info;
  const { created, ...times } = objectAt(info, "time");
  const parent = typeof parentID === "string" && parentID !== "" ? parentID : undefined;
  const name = typeof title === "string" && !NO_TITLE.test(title) ? oneLine(title, NAME_LENGTH) : "";
  return {
    id,
    timestamp: isoTime(created) || undefined,
    cwd: textAt({ directory }, "directory"),
    ...(name !== "" && { name }),
    ...(parent !== undefined && { parentSession: parent, relation: "subagent" }),
    host: { name: "opencode", ...(typeof version === "string" && { version }) },
    opencode: { ...rest, time: times },
  };
}
