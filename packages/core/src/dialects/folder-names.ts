import { entriesOfFolder } from "../log/entries-of-folder.ts";

/** The names of the folders and of the regular files in a folder, sorted; none if it is not there or cannot be read. */
export function namesIn(folder: string): { readonly folders: string[]; readonly files: string[] } {
  const found = entriesOfFolder(folder);
  return {
    folders: found.filter((one) => one.isDirectory()).map(({ name }) => name),
    files: found.filter((one) => one.isFile()).map(({ name }) => name),
  };
}
