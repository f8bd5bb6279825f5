import { homedir } from "node:os";
import { isClosedPipe } from "./closed-pipe.ts";
import { standardOutput } from "./standard-output.ts";

/** The world as a command sees it. Tests give a fake one; nothing else names `process`, only what runs a program. */
export interface Context {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** The zone in which times are shown; undefined: the system's. */
  readonly timeZone: string | undefined;
  readonly now: () => Date;
  /** Runs a program on this terminal and gives its exit code. */
  readonly run: (program: ProgramCall) => Promise<number>;
}

export interface Input extends AsyncIterable<Uint8Array> {
  readonly isTTY: boolean;
}

export interface Output {
  readonly isTTY: boolean;
  /** The width of the terminal, in cells. */
  readonly columns: number;
  /** Its height, in lines. */
  readonly rows: number;
  /** Resolves when the text was taken; rejects with the system's error, EPIPE too. */
  readonly write: (text: string) => Promise<void>;
}

export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Let the shell read `command`. */
  readonly shell?: boolean;
  /** Set on top of this process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the program reads on its stdin; by default this process's stdin. */
  readonly input?: Iterable<string>;
}

/** Runs `main` on this process. The exit code is set, not forced, so that everything written arrives. */
export async function runProcess(main: (args: string[], context: Context) => Promise<number>): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), processContext());
}

function processContext(): Context {
  return {
    stdin: standardInput,
    stdout: standardOutput(1, () => process.stdout),
    stderr: deaf(standardOutput(2, () => process.stderr)),
    env: process.env,
    cwd: currentFolder(),
    home: homedir(),
    timeZone: undefined,
    now: () => new Date(),
    run: async (program) => (await import("./run-program.ts")).runProgram(program),
  };
}

/** A folder that was removed under the shell still has the name that the shell knows. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return process.env["PWD"] ?? "/";
  }
}

/** Opened by the first command that asks for it: most never do. */
const standardInput: Input = {
  get isTTY() {
    return process.stdin.isTTY ?? false;
  },
  [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
};

/** Where nobody reads what we have to say, there is nobody to tell it to. */
function deaf(stream: Output): Output {
  const write = async (text: string) => {
    try {
      await stream.write(text);
    } catch (error) {
      if (!isClosedPipe(error)) throw error;
    }
  };
  return { ...stream, write };
}
