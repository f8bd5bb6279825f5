import type { JsonObject } from "../../format/json.ts";
import { objectAt, textAt } from "./fields.ts";

/** Under which name each API's client keeps what the API wants back with a part. */
const SIGNATURES = [
  ["anthropic", "signature"],
  ["bedrock", "signature"],
  ["google", "thoughtSignature"],
  ["vertex", "thoughtSignature"],
] as const;

/** What the API wants back with a part. */
export function signatureOf(part: JsonObject): { signature?: string } {
  const metadata = objectAt(part, "metadata");
  for (const [api, field] of SIGNATURES) {
    const signature = textAt(objectAt(metadata, api), field);
    if (signature !== undefined) return { signature };
  }
  return {};
}
