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

/** Runs code of a page with these names in scope; gives the values of the names in `results`. */
export async function runExample(
  code: string,
  scope: Readonly<Record<string, unknown>>,
  results: readonly string[],
): Promise<unknown> {
  const body = code.replaceAll(/^import .*$/gm, "").replace('{ root: "/path/to/store" }', "{ memory: true }");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const run = new AsyncFunction(...Object.keys(scope), `${body}\nreturn { ${results.join(", ")} };`);
  return run(...Object.values(scope));
}
