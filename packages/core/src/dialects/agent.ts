import type { Dialect } from "./dialect.ts";
import type { Exporter } from "./exporter.ts";

/** What decides where an agent keeps its sessions. */
export interface Surroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An agent whose sessions are read in place. */
export interface Agent {
  /** Its name, as people write it. */
  readonly title: string;
  readonly dialect: Dialect;
  /** The folders where it keeps its sessions by itself; none: its files are read where they are named. */
  readonly folders: (surroundings: Surroundings) => readonly string[];
  /** What its files tell; everything else there is to do with a session works for all agents alike. */
  readonly tells: {
    /** Where it has gone back: what was left behind is a branch. */
    readonly branches: boolean;
    /** The tokens of each response; `sums`: only what all responses of a model took together. */
    readonly usage: boolean | "sums";
    /** Which session is a subagent of which; `within`: a subagent is a branch of the session that called it. */
    readonly subagents: boolean | "within";
  };
  /** Loads how sessions are written as its own, which few commands need; missing: they are not. */
  readonly exporter?: () => Promise<Exporter>;
  /** The command that goes on with a session that was exported to it and installed, in the directory that it belongs to. */
  readonly resume?: (id: string) => string;
}
