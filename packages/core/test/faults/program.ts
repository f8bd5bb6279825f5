import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildProgram } from "../support/build-program.ts";
import {
  prepare,
  prepareImport,
  prepareTrash,
  type Done,
  type OperationName,
  type Place,
} from "./operations.ts";
import type { Job, Outcome } from "./run-job.ts";
import type { Work } from "./worker.ts";

const LAYER = fileURLToPath(new URL("./fault.mjs", import.meta.url));
const PROGRAMS = {
  worker: new URL("./worker.ts", import.meta.url),
  writer: new URL("./writer.ts", import.meta.url),
  filler: new URL("./filler.ts", import.meta.url),
};
const SAMPLES = fileURLToPath(new URL("../../../../test-fixtures/logs", import.meta.url));

/** The prepared stores of operations that need one of their own. */
const TEMPLATES: Partial<Record<OperationName, string>> = {
  "import more": "imported",
  restore: "trash",
  "trash empty": "trash",
};

/** What a worker said until its end. */
export interface Said {
  readonly outcomes: readonly Outcome[];
  readonly done: readonly Done[];
  readonly signal: NodeJS.Signals | null;
}

/** The worker, and a prepared store of which each job gets a copy. */
export class FaultProgram {
  readonly folder = realpathSync(mkdtempSync(join(memoryFolder(), "faults-")));
  #made = 0;

  /** Builds programs of this folder by their names. */
  async build(...programs: (keyof typeof PROGRAMS)[]): Promise<void> {
    for (const name of ["project", "empty"]) mkdirSync(join(this.folder, name));
    for (const name of programs) await buildProgram(PROGRAMS[name], this.folder);
    await prepare(this.place("template"), SAMPLES);
    await prepareImport(this.place("imported"), SAMPLES);
    await prepareTrash(this.place("trash"));
  }

  /** A place for a job; it has no store yet. */
  place(name = `root-${++this.#made}`): Place {
    const at = (file: string) => join(this.folder, file);
    const logs = { grown: at("grown.jsonl"), foreign: at("foreign.jsonl") };
    return { root: at(name), cwd: at("project"), empty: at("empty"), ...logs };
  }

  /** The root of the store that an operation gets a copy of. */
  template(operation: OperationName): string {
    return this.place(TEMPLATES[operation] ?? "template").root;
  }

  job(job: Pick<Job, "operation" | "fault"> & Partial<Job>): Job {
    return { next: "retry", template: this.template(job.operation), place: this.place(), ...job };
  }

  /** Has jobs done by a worker. @param limits what a shell does before */
  start(work: Partial<Work> & Pick<Work, "jobs">, limits = ""): { child: ChildProcess; said: Promise<Said> } {
    const file = join(this.folder, `work-${++this.#made}.json`);
    writeFileSync(file, JSON.stringify({ sweep: false, coarse: false, ...work }));
    const child = this.spawn(["--import", LAYER, join(this.folder, "worker.mjs"), file], limits);
    return { child, said: saidBy(child) };
  }

  /** Runs one of the programs in this folder. */
  spawn(args: readonly string[], limits = ""): ChildProcess {
    const [command = "", ...rest] = [...(limits === "" ? [] : shell(limits)), process.execPath, ...args];
    return spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"], cwd: this.folder });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function shell(before: string): string[] {
  return ["sh", "-c", `${before} && exec "$@"`, "sh"];
}

/** In memory, where there is such a folder: syncs cost nothing there, and are counted all the same. */
function memoryFolder(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}

function saidBy(child: ChildProcess): Promise<Said> {
  return new Promise((resolve, reject) => {
    let output = "";
    let errors = "";
    child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr!.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.on("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL")
        return reject(new Error(`worker ended with ${code ?? signal}: ${errors}`));
      const lines = output.split("\n").slice(0, -1);
      const said = lines.map((line) => JSON.parse(line) as { outcome?: Outcome; done?: Done });
      resolve({
        outcomes: said.flatMap(({ outcome }) => outcome ?? []),
        done: said.flatMap(({ done }) => done ?? []),
        signal,
      });
    });
  });
}
