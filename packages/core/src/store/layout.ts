import { createHash } from "node:crypto";
import { join, sep } from "node:path";

const SLUG_LENGTH = 40;

/** The name of a project's folder: a readable tail of its path, and a hash that keeps projects apart. */
export function projectFolderName(realPath: string): string {
  const words = realPath
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const slug = words.slice(-SLUG_LENGTH).replace(/^-+/, "").toLowerCase() || "root";
  return `${slug}-${hash(realPath)}`;
}

/** The folder that holds one folder for each project. */
export function projectsFolder(root: string): string {
  return join(root, "projects");
}

/** Where deleted sessions lie until a person empties it. */
export function trashFolder(root: string): string {
  return join(root, "trash");
}

/** @param folder a path without a separator at its end: it is asked for each log, and `join` took a tenth of a list */
export function indexFile(folder: string): string {
  return folder + sep + "index.sqlite";
}

/** The words of all sessions, also of other agents' ones. */
export function searchIndexFile(root: string): string {
  return join(root, "search.sqlite");
}

/** Where the index of another agent's folder lies: in our root, as we write nothing into theirs. */
export function sourceIndexFolder(root: string, dialect: string, folder: string): string {
  return join(root, "sources", dialect, hash(folder));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
