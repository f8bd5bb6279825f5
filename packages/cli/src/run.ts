import { resolve } from "node:path";
import type { Context } from "./context.ts";
import { createStyle, wantsColor, type Style } from "./output/color.ts";
import { toJson } from "./output/json.ts";
import { lines } from "./output/lines.ts";

/** The options that every command has. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly root?: string;
  readonly cwd?: string;
  readonly color?: boolean;
  readonly pager?: boolean;
}

/** One run of one command: what it was asked, and its ways to answer. Text given to it is sanitized already. */
export class Run {
  readonly context: Context;
  readonly options: GlobalOptions;
  /** For text on stdout. */
  readonly style: Style;
  /** For text on stderr. */
  readonly noteStyle: Style;
  readonly #warned = new Set<string>();

  constructor(context: Context, options: GlobalOptions) {
    this.context = context;
    this.options = options;
    this.style = createStyle(wantsColor(options.color, context.env, context.stdout));
    this.noteStyle = createStyle(wantsColor(options.color, context.env, context.stderr));
  }

  get json(): boolean {
    return this.options.json ?? false;
  }

  /** The project's directory. */
  get cwd(): string {
    return resolve(this.context.cwd, this.options.cwd ?? ".");
  }

  /** Answers on stdout. */
  async print(text: string): Promise<void> {
    await this.context.stdout.write(lines(text));
  }

  async printJson(value: unknown): Promise<void> {
    await this.context.stdout.write(lines(toJson(value)));
  }

  /** Tells a person on stderr what changed or what to type next. Scripts that ask for JSON are spared. */
  async note(text: string): Promise<void> {
    if (!this.json) await this.context.stderr.write(lines(text));
  }

  /** Warns on stderr, each warning once. */
  async warn(text: string): Promise<void> {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    await this.context.stderr.write(lines(`${this.noteStyle.warn("warning:")} ${text}`));
  }
}
