import type { Command } from "commander";
import type { Call } from "../call.ts";
import type { Example } from "../help.ts";
import type { Run } from "../run.ts";

/** What a command does; its exit code, if it is not 0. */
export type Execute = (run: Run, call: Call<never>) => Promise<number | void>;

/** Puts a command into the table. What it does is loaded when it runs, so that the start stays quick. */
export type Add = (
  group: string,
  name: string,
  about: string,
  examples: readonly Example[],
  load: () => Promise<Execute>,
) => Command;
