import type { JsonObject } from "../format/json.ts";
import { amount, part, sum } from "./raw-fields.ts";

/**
 * What OpenRouter says that a response was billed, in US dollars: with a key of the caller's own (`is_byok`) its fee and
 * what the provider takes. Undefined if the response does not say it all.
 */
export function billedCost(usage: JsonObject): number | undefined {
  const billed = amount(usage["cost"]);
  if (billed === undefined || usage["is_byok"] !== true) return billed;
  const upstream = upstreamCost(part(usage["cost_details"]));
  return upstream === undefined ? undefined : billed + upstream;
}

function upstreamCost(details: JsonObject): number | undefined {
  const total = amount(details["upstream_inference_cost"]);
  if (total !== undefined) return total;
  // Chat Completions and Responses name the parts differently.
  const input = details["upstream_inference_prompt_cost"] ?? details["upstream_inference_input_cost"];
  const output = details["upstream_inference_completions_cost"] ?? details["upstream_inference_output_cost"];
  const costs = [amount(input), amount(output)];
  return costs.includes(undefined) ? undefined : sum(...costs);
}
