import { CommanderError } from "commander";
import { isClosedPipe } from "./closed-pipe.ts";
import type { Context } from "./context.ts";
import { ExitCode } from "./exit-codes.ts";
import { shortHelp } from "./help.ts";
import { createProgram, EXAMPLES } from "./program.ts";
import { Run } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/** Reads the command line, runs the command that it names, and gives the exit code. */
export async function answer(args: readonly string[], context: Context): Promise<number> {
  let run = new Run(context, optionsBeforeParsing(args));
  let help = "";
  let exitCode: number = ExitCode.Done;
  const program = createProgram(run, {
    begin: (options) => (run = new Run(context, options)),
    end: (code) => (exitCode = code),
    write: (text) => (help += text),
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (isClosedPipe(error)) return ExitCode.Done;
    if (
      error instanceof CommanderError &&
      error.code === "commander.help" &&
      error.exitCode !== 0 &&
      !run.json
    ) {
      await run.print(shortHelp(program, EXAMPLES, run.style));
      return ExitCode.Done;
    }
    if (error instanceof CommanderError && error.exitCode === 0) {
      await (run.json ? run.printJson(helpJson(error, help)) : run.print(help));
      return ExitCode.Done;
    }
    const { reportError } = await import("./report-error.ts");
    return reportError(run, error instanceof CommanderError ? usageErrorOf(error) : error);
  }
}

/** Errors in the options themselves are reported in the form that was asked for, too. */
function optionsBeforeParsing(args: readonly string[]) {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  return { json: own.includes("--json"), ...(own.includes("--no-color") && { color: false }) };
}

function helpJson(error: CommanderError, text: string) {
  return error.code === "commander.version" ? { version: text.trim() } : { help: text };
}

function usageErrorOf({ code, message }: CommanderError): UsageError {
  if (code === "commander.help")
    return new UsageError("no command given", "sessions --help lists the commands.");
  const [first = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const hint = suggestion?.replace(/^\((.*)\)$/, "$1") ?? "Add --help to see how it is used.";
  return new UsageError(first, hint);
}
