import type { Command } from "commander";
import type { Call } from "./call.ts";
import type { Add, Execute } from "./command-table/add-command.ts";
import { addArchive } from "./command-table/archive.ts";
import { addKeeping, KEEP } from "./command-table/keep.ts";
import { addMarks } from "./command-table/mark.ts";
import { addReading } from "./command-table/read.ts";
import { addWork } from "./command-table/work.ts";
import { addExamples, type Example } from "./help.ts";
import { createRoot, type Reporter } from "./root-command.ts";
import type { Run } from "./run.ts";

export const EXAMPLES: readonly Example[] = [
  ["sessions list", "the sessions of this directory, newest first"],
  ["sessions show", "read the newest one"],
  ["sessions tree", "see its branches"],
  ["sessions fork 0192a3f1@~2", "start again before the second last question"],
  ["sessions project --at before-fix", "what a model gets there"],
];

/** The program with all its commands, in the order in which help shows them. */
export function createProgram(early: Run, reporter: Reporter): Command {
  const program = createRoot(early, reporter, KEEP);
  addExamples(program, EXAMPLES);
  const add: Add = (group, name, about, examples, load) => {
    const command = program.command(name).helpGroup(group).description(about);
    addExamples(command, examples);
    return command.action(() => start(command, reporter, load));
  };
  addReading(add);
  addWork(add);
  addMarks(add);
  addArchive(add);
  addKeeping(add);
  return program;
}

async function start(command: Command, reporter: Reporter, load: () => Promise<Execute>): Promise<void> {
  const run = reporter.begin(command.optsWithGlobals());
  const { rawArgs } = (command.parent ?? command) as Command & { rawArgs: readonly string[] };
  const dashes = rawArgs.indexOf("--");
  const program = dashes < 0 ? undefined : rawArgs.slice(dashes + 1);
  const execute = await load();
  const call = { args: command.args, options: command.opts(), program } as Call<never>;
  reporter.end((await execute(run, call)) ?? 0);
}
