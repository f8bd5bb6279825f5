import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

interface Vite {
  build(config: object): Promise<unknown>;
}

export interface WorkerResult {
  readonly unavailable: string | null;
  readonly problems: readonly string[];
  readonly answers: readonly unknown[];
}

/** The worker as plain JavaScript, as Node.js 20 runs no TypeScript. */
export class WorkerProgram {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "index-worker-")));

  async build(): Promise<void> {
    const ofVitest = createRequire(require.resolve("vitest/package.json"));
    const vite = (await import(pathToFileURL(ofVitest.resolve("vite")).href)) as Vite;
    const sqlite = pathToFileURL(require.resolve("better-sqlite3")).href;
    await vite.build({
      configFile: false,
      logLevel: "error",
      root: fileURLToPath(new URL(".", import.meta.url)),
      ssr: { noExternal: true, resolve: { conditions: ["@session-tree/source", "module", "node"] } },
      resolve: { alias: { "better-sqlite3": sqlite } },
      build: {
        ssr: fileURLToPath(new URL("./index-worker.ts", import.meta.url)),
        outDir: this.#folder,
        minify: false,
        rollupOptions: { external: [sqlite], output: { format: "es", entryFileNames: "worker.mjs" } },
      },
    });
  }

  get folder(): string {
    return this.#folder;
  }

  start(parameters: readonly string[], uid?: number): { child: ChildProcess; result: Promise<WorkerResult> } {
    const program = join(this.#folder, "worker.mjs");
    const child = spawn(process.execPath, [program, ...parameters], { cwd: this.#folder, uid });
    const result = new Promise<WorkerResult>((resolve, reject) => {
      let output = "";
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
      child.on("close", (code, signal) => {
        if (code === 0) resolve(JSON.parse(output) as WorkerResult);
        else reject(new Error(`worker ended with ${code ?? signal}: ${errors}`));
      });
    });
    return { child, result };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
