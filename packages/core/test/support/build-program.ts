import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

interface Vite {
  build(config: object): Promise<unknown>;
}

/** Makes one file of plain JavaScript out of a program and the sources it imports, as Node.js 20 runs no TypeScript. */
export async function buildProgram(source: URL, folder: string): Promise<void> {
  const ofVitest = createRequire(require.resolve("vitest/package.json"));
  const vite = (await import(pathToFileURL(ofVitest.resolve("vite")).href)) as Vite;
  const sqlite = pathToFileURL(require.resolve("better-sqlite3")).href;
  const file = fileURLToPath(source);
  await vite.build({
    configFile: false,
    logLevel: "error",
    root: dirname(file),
    ssr: { noExternal: true, resolve: { conditions: ["@session-tree/source", "module", "node"] } },
    resolve: { alias: { "better-sqlite3": sqlite } },
    build: {
      ssr: file,
      outDir: folder,
      minify: false,
      rollupOptions: {
        external: [sqlite],
        output: { format: "es", entryFileNames: `${basename(file, ".ts")}.mjs` },
      },
    },
  });
}
