import type { Context, Input, Output, ProgramCall } from "../../src/context.ts";

export interface FakeOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Pretend that a terminal of this width is attached. */
  readonly terminal?: number;
  readonly now?: Date | (() => Date);
  /** Nobody reads stdout. */
  readonly gone?: boolean;
  /** Stands for the programs that are run; its answer is their exit code. By default each writes what it reads. */
  readonly run?: (program: ProgramCall) => number;
}

/** The time in all tests, unless a test sets another one. */
export const NOW = new Date("2026-01-02T12:00:00.000Z");

/** A context without a process: what is written is kept, in order. */
export class FakeContext implements Context {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly home: string;
  readonly timeZone = "UTC";
  readonly now: () => Date;
  readonly run: (program: ProgramCall) => Promise<number>;
  out = "";
  err = "";

  constructor({ cwd, home, env = {}, stdin, terminal, now = NOW, gone = false, run }: FakeOptions) {
    this.cwd = cwd;
    this.home = home;
    this.env = env;
    this.now = typeof now === "function" ? now : () => now;
    this.run = async (program) => {
      if (run !== undefined) return run(program);
      this.out += [...(program.input ?? [])].join("");
      return 0;
    };
    this.stdin = fakeInput(stdin);
    this.stdout = fakeOutput(terminal, (text) => {
      if (gone) throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
      this.out += text;
    });
    this.stderr = fakeOutput(terminal, (text) => (this.err += text));
  }
}

function fakeInput(text: string | Uint8Array | undefined): Input {
  return {
    isTTY: text === undefined,
    async *[Symbol.asyncIterator]() {
      const bytes = typeof text === "string" ? Buffer.from(text) : (text ?? new Uint8Array());
      // In pieces that tear lines and characters.
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
  };
}

function fakeOutput(terminal: number | undefined, keep: (text: string) => void): Output {
  return {
    isTTY: terminal !== undefined,
    columns: terminal ?? 80,
    rows: 24,
    write: async (text) => keep(text),
  };
}
