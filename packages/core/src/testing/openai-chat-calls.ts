import { CallLedger } from "./call-ledger.ts";
import { checkLength, checkPattern } from "./field-rules.ts";
import { parseObject } from "../format/json.ts";
import { fieldOf, has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { ChatFlavor } from "./openai-chat-shape.ts";
import type { Report } from "./report.ts";

/** Each call is answered by a `tool` message before any other role (litellm#28995, promptflow#3130). */
export function checkChatPairing(messages: readonly Located[], report: Report): void {
  const ledger = new CallLedger(report);
  for (const { value, at } of messages) {
    if (value["role"] === "tool") {
      if (has(value, "tool_call_id")) ledger.result(stringIn(value, "tool_call_id"), at);
      continue;
    }
    ledger.close();
    if (value["role"] === "assistant")
      for (const call of objectsIn(value, "tool_calls", at)) ledger.call(stringIn(call.value, "id"), call.at);
  }
  ledger.close();
}

/** The rules on the list of calls of an assistant message, and on each of them. */
export function checkChatCalls({ value, at }: Located, flavor: ChatFlavor, report: Report): void {
  const calls = value["tool_calls"];
  if (!Array.isArray(calls)) return;
  // openai-node#1341
  if (calls.length === 0)
    report.error("empty-tool-calls", fieldOf(at, "tool_calls"), "leave the empty list out");
  if (calls.length > 128) report.warn("too-many-calls", fieldOf(at, "tool_calls"), "more than 128 calls");
  for (const call of objectsIn(value, "tool_calls", at)) {
    checkChatCallId(call.value["id"], fieldOf(call.at, "id"), flavor, report);
    const body = objectIn(call.value, "function", call.at) ?? objectIn(call.value, "custom", call.at);
    if (body === undefined) continue;
    checkPattern(
      body.value["name"],
      /^[a-zA-Z0-9_-]{1,64}$/,
      fieldOf(body.at, "name"),
      "bad-tool-name",
      report,
    );
    // OpenAI takes any string, bridges to other APIs do not: hermes#14455.
    if (typeof body.value["arguments"] === "string" && parseObject(body.value["arguments"]) === undefined)
      report.warn(
        "input-not-object",
        fieldOf(body.at, "arguments"),
        "the arguments are not the JSON of an object",
      );
  }
}

/** 40 characters is the limit of OpenAI (vercel/ai#5171); the characters are those all servers take. */
export function checkChatCallId(id: unknown, at: string, flavor: ChatFlavor, report: Report): void {
  if (flavor === "mistral") {
    checkPattern(id, /^[a-zA-Z0-9]{9}$/, at, "bad-call-id", report);
    return;
  }
  if (id === "") report.error("bad-call-id", at, "the id of a call cannot be empty");
  else checkPattern(id, /^[a-zA-Z0-9_-]+$/, at, "bad-call-id", report, "warn");
  checkLength(id, 40, at, "long-call-id", report);
}
