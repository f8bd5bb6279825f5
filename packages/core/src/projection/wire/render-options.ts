import type { Hint, Repair } from "../types.ts";

/** Collects what a rendering changed, and what the host should know of it. */
export interface RenderNotes {
  readonly repairs: Repair[];
  readonly hints: Hint[];
}

/** What every target takes. */
export interface RenderOptions {
  /** The model that the request goes to. Default: the projection's. Thinking goes only to the model that made it. */
  readonly model?: string | undefined;
  /** Who serves that model. Default: the projection's, unless `model` is given. */
  readonly provider?: string | undefined;
  /** The host's system prompt; the log's system messages follow it. */
  readonly system?: string | undefined;
  /** Whether the model takes images; else a constant text stands in their place. Default: true. */
  readonly images?: boolean | undefined;
  /** `drop`: no thinking is sent, such as after another system prompt or other tools. Default: `keep`. */
  readonly thinking?: "keep" | "drop" | undefined;
  /** Gets what is changed on the way, and what the host should know. */
  readonly notes?: RenderNotes | undefined;
}
