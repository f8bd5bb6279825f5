import { CallLedger } from "./call-ledger.ts";
import { has, type Located, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/**
 * A result stands behind the assistant message with its call, with nothing but results and system messages between.
 * pi leaves out failed turns but keeps their results; for a call without one it makes up a result itself.
 */
export function checkPiPairing(messages: readonly Located[], report: Report): void {
  const ledger = new CallLedger(report, "warn");
  const names = new Map<string, string>();
  for (const { value, at } of messages) {
    const { role } = value;
    if (role === "user" || role === "assistant") ledger.close();
    if (role === "assistant" && !isFailed(value["stopReason"]))
      for (const call of objectsIn(value, "content", at)) {
        if (call.value["type"] !== "toolCall") continue;
        ledger.call(stringIn(call.value, "id"), call.at);
        names.set(stringIn(call.value, "id"), stringIn(call.value, "name"));
      }
    if (role !== "toolResult" || !has(value, "toolCallId")) continue;
    const id = stringIn(value, "toolCallId");
    ledger.result(id, at);
    const name = names.get(id);
    if (name !== undefined && name !== stringIn(value, "toolName"))
      report.warn("result-mismatch", at, `the call ${id} is one of ${name}`);
  }
  ledger.close();
}

function isFailed(stopReason: unknown): boolean {
  return stopReason === "error" || stopReason === "aborted";
}

/** pi rewrites ids for other models, and does not look whether two become one: `a:1` and `a.1`. */
export function checkPiIds(messages: readonly Located[], report: Report): void {
  const originals = new Map<string, string>();
  for (const { value, at } of messages)
    for (const call of objectsIn(value, "content", at)) {
      if (call.value["type"] !== "toolCall") continue;
      const id = stringIn(call.value, "id");
      const rewritten = id.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
      const other = originals.get(rewritten) ?? id;
      if (other !== id)
        report.warn("call-id-collision", call.at, `pi may rewrite ${other} and ${id} to the same id`);
      originals.set(rewritten, other);
    }
}
