import { createHash } from "node:crypto";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isJsonObject, parseObject, type JsonObject } from "../../format/json.ts";
import { smallFile } from "../read-text.ts";

/** The folder that Gemini CLI keeps for a project, above a chat of it or a checkpoint. */
export function projectFolder(file: string): string {
  const folder = dirname(file);
  if (basename(folder) === "chats") return dirname(folder);
  return parentChat(file) === undefined ? folder : dirname(dirname(folder));
}

/** The session whose subagent's chat this is, by its folder. */
export function parentChat(file: string): string | undefined {
  const folder = dirname(file);
  return basename(dirname(folder)) === "chats" ? basename(folder) : undefined;
}

/**
 * The working directory of a chat. Its header has only a hash of it: the project's folder names it, or `projects.json`,
 * or one of the known directories has that hash.
 */
export function workingDirectory(file: string, header: JsonObject): string | undefined {
  const folder = projectFolder(file);
  const root = smallFile(join(folder, ".project_root"))?.trim();
  if (root !== undefined && isAbsolute(root)) return root;
  const { projects } = parseObject(smallFile(join(folder, "..", "..", "projects.json")) ?? "") ?? {};
  const known = isJsonObject(projects) ? Object.entries(projects) : [];
  const named = known.find(([, name]) => name === basename(folder))?.[0];
  if (named !== undefined) return named;
  const hashes = [header["projectHash"], basename(folder)];
  const { directories } = header;
  const candidates = [...known.map(([path]) => path), ...(Array.isArray(directories) ? directories : [])];
  return candidates.find((path) => typeof path === "string" && hashes.includes(sha256(path)));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
