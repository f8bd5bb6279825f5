import { textIn } from "../../answers/answer-parts.ts";
import type { JsonObject } from "../../format/json.ts";

/** A change of a setting, as the entry that tells it, and a word for it. */
export type Change = readonly [what: string, body: JsonObject & { readonly type: string }];

/** What is in force in a thread. */
export class Settings {
  readonly #provider: string | undefined;
  #cwd: string | undefined;
  #model: string | undefined;
  #effort: string | undefined;
  /** What the branch that is told knows of: a roll back may lead behind a change. */
  #known: { readonly model?: string | undefined; readonly effort?: string | undefined } = {};

  constructor(cwd: string | undefined, provider: string | undefined) {
    this.#cwd = cwd;
    this.#provider = provider;
  }

  /** Who answers, as far as it is known. */
  get from(): { provider?: string; model?: string } {
    return {
      ...(this.#provider !== undefined && { provider: this.#provider }),
      ...(this.#model !== undefined && { model: this.#model }),
    };
  }

  get cwd(): string | undefined {
    return this.#cwd;
  }

  /** Takes a turn's context. */
  take(context: JsonObject): Change[] {
    this.#model = textIn(context, "model") ?? this.#model;
    this.#effort = textIn(context, "effort") ?? textIn(context, "reasoning_effort") ?? this.#effort;
    const { model, effort } = this.#known;
    this.#known = { model: this.#model, effort: this.#effort };
    const changes: Change[] = [];
    if (this.#model !== undefined && this.#model !== model)
      changes.push(["model", { type: "model_change", ...this.from, model: this.#model }]);
    if (this.#effort !== undefined && this.#effort !== effort)
      changes.push(["effort", { type: "thinking_level_change", thinkingLevel: this.#effort }]);
    return [...changes, ...this.moveTo(textIn(context, "cwd"))];
  }

  /** The thread goes on in this directory; undefined: where it was. */
  moveTo(cwd: string | undefined): Change[] {
    if (cwd === undefined || cwd === this.#cwd) return [];
    this.#cwd = cwd;
    return [["cwd", { type: "session_info", cwd }]];
  }

  /** The thread goes on at an earlier place. */
  rollBack(): void {
    this.#known = {};
  }
}
