import { z } from "zod";
import { SessionTreeError } from "../errors.ts";

const dollars = z.number().nonnegative();

const prices = {
  input: dollars.optional(),
  output: dollars.optional(),
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  cacheWrite1h: dollars.optional(),
};

const modelPrices = z.strictObject({
  model: z.string(),
  provider: z.string().optional(),
  ...prices,
  tiers: z.array(z.strictObject({ above: z.number().nonnegative(), ...prices })).optional(),
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
  const result = z.array(modelPrices).safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const place = path.length === 0 ? "" : ` at ${path.map(String).join(".")}`;
  throw new SessionTreeError("INVALID_ARGUMENT", `No price table: ${message}${place}`, {
    hint: 'A list such as [{"model":"…","input":3,"output":15}], in US dollars for a million tokens.',
  });
}
