import { readdirSync } from "node:fs";
import { orIoError, unlessRefused } from "../log/io-error.ts";

/** The names of the folders and of the regular files in a folder, sorted; none if it is not there or cannot be read. */
export function namesIn(folder: string): { readonly folders: string[]; readonly files: string[] } {
  const found =
    unlessRefused(() => orIoError(folder, () => readdirSync(folder, { withFileTypes: true }))) ?? [];
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    folders: sorted.filter((one) => one.isDirectory()).map(({ name }) => name),
    files: sorted.filter((one) => one.isFile()).map(({ name }) => name),
  };
}
