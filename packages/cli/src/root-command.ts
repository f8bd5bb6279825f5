import { Command } from "commander";
import { helpWidth } from "./help.ts";
import type { GlobalOptions, Run } from "./run.ts";
import { version } from "./version.ts";

/** How the program tells its caller what happens. */
export interface Reporter {
  begin(options: GlobalOptions): Run;
  end(exitCode: number): void;
  write(text: string): void;
}

/** The program without its commands: the options that all of them have, and how help and errors are given. */
export function createRoot(early: Run, reporter: Reporter, helpGroup: string): Command {
  return new Command("sessions")
    .description("Find, read, continue and fork the sessions of coding agents")
    .option("--json", "answer with one JSON value")
    .option("--root <folder>", "use the store in this folder")
    .option("--cwd <directory>", "take this as the project's directory")
    .option("--color", "use colours even if this is no terminal")
    .option("--no-color", "use no colours")
    .option("--no-pager", "write long answers without a pager")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .commandsGroup(helpGroup)
    .helpCommand("help [command]", "Show the help of a command")
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: early.style.strong,
      // Arguments stand in each command's own help; here they would push the descriptions away.
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({
      writeOut: (text) => reporter.write(text),
      // Errors are reported in one place, from the exception.
      writeErr: () => undefined,
      getOutHelpWidth: () => helpWidth(early.context.stdout),
      getOutHasColors: () => true,
    })
    .exitOverride();
}
