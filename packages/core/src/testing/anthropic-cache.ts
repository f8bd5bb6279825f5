import { isJsonObject, type JsonObject } from "../format/json.ts";
import { type Located, objectsIn } from "./located.ts";
import type { Report } from "./report.ts";

/**
 * The rules on cache marks, in the order in which the API reads a request: at most four, and those of an hour before
 * those of five minutes (the validator of @ai-sdk/anthropic).
 */
export function checkCacheMarks(body: JsonObject, messages: readonly Located[], report: Report): void {
  let count = 0;
  let short = false;
  for (const { value, at } of cacheable(body, messages)) {
    const mark = value["cache_control"];
    if (!isJsonObject(mark)) continue;
    count++;
    if (count > 4) report.error("too-many-cache-marks", at, `this is cache mark ${count}; the API takes 4`);
    if (mark["ttl"] !== "1h") short = true;
    else if (short) report.error("cache-order", at, "a mark of an hour stands behind one of five minutes");
  }
}

function cacheable(body: JsonObject, messages: readonly Located[]): Located[] {
  const found = [...objectsIn(body, "tools"), ...objectsIn(body, "system")];
  for (const message of messages)
    for (const block of objectsIn(message.value, "content", message.at))
      found.push(...objectsIn(block.value, "content", block.at), block);
  return found;
}
