import type { Command } from "commander";
import type { Output } from "./context.ts";
import type { Style } from "./output/color.ts";
import { padEnd, widthOf } from "./output/width.ts";

/** A command line, and what it does there. */
export type Example = readonly [commandLine: string, about: string];

/** A longer example has its remark on the next line. */
const LONGEST = 46;

/** Help is read by people who are in a hurry: it opens with examples. */
export function addExamples(command: Command, examples: readonly Example[]): void {
  command.addHelpText("before", () => `Examples:\n${exampleLines(examples)}\n`);
}

/** What `sessions` alone says. */
export function shortHelp(program: Command, examples: readonly Example[], style: Style): string {
  const more = "All commands: sessions --help     One command: sessions <command> --help";
  return `${style.strong("sessions")}: ${program.description()}\n\n${exampleLines(examples)}\n\n${more}\n`;
}

export function helpWidth(stdout: Output): number {
  return stdout.isTTY ? Math.min(stdout.columns, 100) : 80;
}

function exampleLines(examples: readonly Example[]): string {
  const widths = examples.map(([line]) => widthOf(line)).filter((width) => width <= LONGEST);
  const width = Math.max(0, ...widths);
  return examples
    .map(([line, about]) =>
      widthOf(line) > LONGEST
        ? `  ${line}\n  ${padEnd("", width)}  ${about}`
        : `  ${padEnd(line, width)}  ${about}`,
    )
    .join("\n");
}
