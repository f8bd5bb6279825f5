import { CallLedger } from "./call-ledger.ts";
import { checkImageUrl, checkLength, checkPattern } from "./field-rules.ts";
import { fieldOf, has, type Located, objectsIn, stringIn } from "./located.ts";
import { checkReasoning } from "./openai-responses-reasoning.ts";
import { itemType, responsesRequest } from "./openai-responses-shape.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import type { Violation } from "./violation.ts";

const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  function_call: "fc",
  custom_tool_call: "ctc",
  reasoning: "rs",
};

/**
 * What OpenAI Responses would refuse in a request that the server keeps nothing of (`store: false`):
 * `{ instructions?, input }`, or a whole one.
 */
export function checkOpenAIResponses(request: unknown): Violation[] {
  return runCheck({ name: "openai-responses", history: "input" }, request, (body, report) => {
    responsesRequest(body, "", report);
    const items = objectsIn(body, "input");
    for (const item of items) checkItem(item, report);
    checkPairing(items, report);
    checkReasoning(items, report);
    checkUniqueIds(items, report);
  });
}

function checkItem(item: Located, report: Report): void {
  const { value, at } = item;
  const type = itemType(value);
  checkItemId(item, report);
  if (has(value, "call_id")) {
    // fastllm#45
    checkPattern(value["call_id"], /^.{1,64}$/s, fieldOf(at, "call_id"), "bad-call-id", report);
  }
  if (type === "item_reference")
    report.error("item-reference", at, "without store the server knows no items to refer to");
  if (type === "message") checkParts(item, "content", report);
  if (type === "function_call" || type === "custom_tool_call")
    checkPattern(value["name"], /^[a-zA-Z0-9_-]{1,128}$/, fieldOf(at, "name"), "bad-tool-name", report);
  if (type.endsWith("_call_output")) checkParts(item, "output", report);
}

/** An id may be absent; one that is there has the prefix of its type (llm-rosetta#403, opencode#25065). */
function checkItemId({ value, at }: Located, report: Report): void {
  const { id } = value;
  const prefix = ID_PREFIXES[itemType(value)];
  if (typeof id !== "string" || prefix === undefined) return;
  checkPattern(id, new RegExp(`^${prefix}[A-Za-z0-9_-]*$`), fieldOf(at, "id"), "bad-item-id", report);
  checkLength(id, 64, fieldOf(at, "id"), "bad-item-id", report);
}

function checkParts({ value, at }: Located, key: string, report: Report): void {
  const list = value[key];
  checkLength(list, 10_485_760, fieldOf(at, key), "text-too-long", report);
  if (Array.isArray(list) && list.length === 0)
    report.warn("empty-content", fieldOf(at, key), "the list of parts is empty");
  for (const part of objectsIn(value, key, at)) {
    checkLength(part.value["text"], 10_485_760, fieldOf(part.at, "text"), "text-too-long", report);
    checkSide(part, value["role"], report);
    if (part.value["type"] !== "input_image") continue;
    const image = fieldOf(part.at, "image_url");
    checkLength(part.value["image_url"], 20_971_520, image, "image-too-long", report);
    checkImageUrl(part.value["image_url"], image, report);
    if (!part.value["image_url"] && !part.value["file_id"])
      report.error("empty-data", part.at, "an image needs an image_url or a file_id");
  }
}

/** `Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'`; and the other way round. */
function checkSide(part: Located, role: unknown, report: Report): void {
  const isInput = stringIn(part.value, "type").startsWith("input_");
  // The types let an assistant message hold input parts; that the server does not is from memory.
  if (role === "assistant" && isInput)
    report.warn("wrong-part", part.at, "the model's parts are output_text and refusal");
  else if (role !== undefined && role !== "assistant" && !isInput)
    report.error("wrong-part", part.at, "only a message of the assistant holds output parts");
}

/** The whole input is one window: an output may stand anywhere behind its call (cursor-byok#307). */
function checkPairing(items: readonly Located[], report: Report): void {
  const ledger = new CallLedger(report);
  for (const { value, at } of items) {
    const type = itemType(value);
    if (!has(value, "call_id")) continue;
    if (type === "function_call" || type === "custom_tool_call") ledger.call(stringIn(value, "call_id"), at);
    else if (type === "function_call_output" || type === "custom_tool_call_output")
      ledger.result(stringIn(value, "call_id"), at);
  }
  ledger.close();
}

/** `Duplicate item found with id …` (@ai-sdk/openai bccc1b7). */
function checkUniqueIds(items: readonly Located[], report: Report): void {
  const seen = new Set<string>();
  for (const { value, at } of items) {
    const { id } = value;
    if (typeof id !== "string" || itemType(value) === "item_reference") continue;
    if (seen.has(id)) report.error("duplicate-item-id", fieldOf(at, "id"), `another item has the id ${id}`);
    seen.add(id);
  }
}
