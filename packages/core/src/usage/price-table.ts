import * as z from "zod/mini";
import { SessionTreeError } from "../errors.ts";
import { inEnglish } from "../format/in-english.ts";
import { once } from "../format/once.ts";

const priceTable = once(() => {
  const dollars = z.number().check(z.nonnegative());
  const prices = {
    input: z.optional(dollars),
    output: z.optional(dollars),
    cacheRead: z.optional(dollars),
    cacheWrite: z.optional(dollars),
    cacheWrite1h: z.optional(dollars),
  };
  const tier = z.strictObject({ above: z.number().check(z.nonnegative()), ...prices });
  return z.array(
    z.strictObject({
      model: z.string(),
      provider: z.optional(z.string()),
      ...prices,
      tiers: z.optional(z.array(tier)),
    }),
  );
});

/**
 * Prices in US dollars for a million tokens. `cacheWrite1h` is for what is kept for an hour, `cacheWrite` for the rest
 * of what is written to the cache. A price that is not there is unknown, never 0.
 */
export interface Prices {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly cacheWrite1h?: number | undefined;
}

/** Prices for responses that read more than `above` tokens, from the cache too; they replace all others. */
export interface PriceTier extends Prices {
  readonly above: number;
}

/** The prices of one model, whoever provides it if there is no `provider`. */
export interface ModelPrices extends Prices {
  readonly model: string;
  readonly provider?: string | undefined;
  readonly tiers?: readonly PriceTier[] | undefined;
}

/** The prices that a host knows. Of the rows for a model, the one that names its provider counts before one that does not. */
export type PriceTable = readonly ModelPrices[];

/**
 * A price table from a JSON value, such as a file that a person wrote.
 * @throws SessionTreeError `INVALID_ARGUMENT` that names the first place that is none
 */
export function readPriceTable(value: unknown): PriceTable {
  const result = priceTable().safeParse(value, inEnglish);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const place = path.length === 0 ? "" : ` at ${path.map(String).join(".")}`;
  throw new SessionTreeError("INVALID_ARGUMENT", `No price table: ${message}${place}`, {
    hint: 'A list such as [{"model":"…","input":3,"output":15}], in US dollars for a million tokens.',
  });
}
