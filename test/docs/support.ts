import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the whole workspace. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** All pages, by their path. */
export const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs")).map((name) => join("docs", name)),
];

export function page(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The contents of a page's fenced blocks of one language. */
export function blocks(path: string, language: string): string[] {
  return [...page(path).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , content]) => content!);
}
