import { isClosedPipe } from "./closed-pipe.ts";
import type { Context } from "./context.ts";
import { ExitCode } from "./exit-codes.ts";
import { version } from "./version.ts";

const VERSION_FLAGS = ["--version", "-V"];

/** Runs the command line `args` and gives the exit code. Never throws; a reader that has left is no error. */
export async function main(args: readonly string[], context: Context): Promise<number> {
  try {
    // Asked by scripts before they begin: not worth loading the commands for.
    if (args.length === 1 && VERSION_FLAGS.includes(args[0]!)) {
      await context.stdout.write(`${version}\n`);
      return ExitCode.Done;
    }
    const { answer } = await import("./answer.ts");
    return await answer(args, context);
  } catch (error) {
    if (isClosedPipe(error)) return ExitCode.Done;
    throw error;
  }
}
