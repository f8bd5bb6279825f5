import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isClosedPipe } from "./closed-pipe.ts";
import type { ProgramCall } from "./context.ts";

/** Exit codes of a shell for a program that could not be started. */
const NOT_STARTED: Readonly<Record<string, number>> = { ENOENT: 127, EACCES: 126 };

/** Runs a program on this process's terminal; gives its exit code, as a shell would tell it. */
export async function runProgram({
  command,
  args,
  shell = false,
  env,
  input: text,
}: ProgramCall): Promise<number> {
  // The program decides about an interrupt from the keyboard; it must not outlive this process.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  try {
    const stdin = text === undefined ? "inherit" : "pipe";
    const child = spawn(command, args, {
      shell,
      stdio: [stdin, "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    const ended = exitOf(child);
    if (text !== undefined && child.stdin !== null) await feed(child.stdin, text);
    return await ended;
  } catch (error) {
    const code = NOT_STARTED[(error as NodeJS.ErrnoException).code ?? ""];
    if (code === undefined) throw error;
    return code;
  } finally {
    process.off("SIGINT", ignore);
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  // It may fail while the input is still being fed; whoever awaits it gets the error then.
  ended.catch(() => undefined);
  return ended;
}

async function feed(stdin: NodeJS.WritableStream, text: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), stdin);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}
