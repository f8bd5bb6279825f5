import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProgram } from "../support/build-program.ts";

export interface WorkerResult {
  readonly unavailable: string | null;
  readonly problems: readonly string[];
  readonly answers: readonly unknown[];
}

/** The worker as plain JavaScript, as Node.js 20 runs no TypeScript. */
export class WorkerProgram {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "index-worker-")));

  async build(): Promise<void> {
    await buildProgram(new URL("./index-worker.ts", import.meta.url), this.#folder);
  }

  get folder(): string {
    return this.#folder;
  }

  start(parameters: readonly string[], uid?: number): { child: ChildProcess; result: Promise<WorkerResult> } {
    const program = join(this.#folder, "index-worker.mjs");
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
