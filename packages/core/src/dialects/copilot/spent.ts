import { objectIn } from "../../answers/answer-parts.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Usage } from "../../format/messages.ts";
import { amount, onlyKnown, without } from "../../usage/raw-fields.ts";

const FIELDS = ["inputTokens", "cacheReadTokens", "cacheWriteTokens"] as const;

/**
 * What each model read, as a session tells it when it is shut down; what models wrote, the answers tell. Some versions
 * go on counting when a session is resumed, others begin anew: where nothing has become less, only the rest is new.
 */
export class Spent {
  readonly #before = new Map<string, JsonObject>();

  /** What was read since the shutdown before. */
  *since(shutdown: JsonObject): Generator<{ readonly model: string; readonly usage: Usage }> {
    for (const [model, metrics] of Object.entries(objectIn(shutdown, "modelMetrics"))) {
      if (!isJsonObject(metrics)) continue;
      const total = objectIn(metrics, "usage");
      const before = this.#before.get(model) ?? {};
      this.#before.set(model, total);
      const goesOn = FIELDS.every((field) => (amount(total[field]) ?? 0) >= (amount(before[field]) ?? 0));
      const read = (field: (typeof FIELDS)[number]) =>
        goesOn ? without(amount(total[field]), amount(before[field])) : amount(total[field]);
      const cacheReadTokens = read("cacheReadTokens");
      const cacheWriteTokens = read("cacheWriteTokens");
      // What was cached is a part of what was read.
      const inputTokens = without(read("inputTokens"), cacheReadTokens, cacheWriteTokens);
      const usage = onlyKnown({ inputTokens, cacheReadTokens, cacheWriteTokens });
      if (Object.values(usage).some((tokens) => typeof tokens === "number" && tokens > 0))
        yield { model, usage };
    }
  }
}
