import { isJsonObject, type JsonObject } from "../format/json.ts";
import { has } from "./located.ts";
import type { Report } from "./report.ts";
import { otherFields } from "./request-fields.ts";
import {
  anything,
  boolean,
  fields,
  listOf,
  oneOf,
  orNull,
  type Shape,
  string,
  stringOr,
  variants,
} from "./shape.ts";

const breakpoint = { prompt_cache_breakpoint: anything };
const status = { status: orNull(oneOf("in_progress", "completed", "incomplete")) };
const called = { id: string, async: boolean, caller: orNull(anything), namespace: string, ...status };

const inputParts = {
  input_text: fields({ type: anything, text: string }, breakpoint),
  input_image: fields(
    { type: anything },
    { detail: orNull(string), file_id: orNull(string), image_url: orNull(string), ...breakpoint },
  ),
  input_file: fields(
    { type: anything },
    {
      ...otherFields("detail file_data file_id file_url filename"),
      ...breakpoint,
    },
  ),
};
const outputParts = {
  output_text: fields(
    { type: anything, text: string },
    { annotations: listOf(anything), logprobs: anything },
  ),
  refusal: fields({ type: anything, refusal: string }),
};

const message = variants(
  "role",
  {
    user: inputMessage(),
    system: inputMessage(),
    developer: inputMessage(),
    assistant: fields(
      { role: anything, content: parts() },
      { type: anything, id: string, phase: orNull(oneOf("commentary", "final_answer")), ...status },
    ),
  },
  "bad-role",
);

const summary = listOf(fields({ type: oneOf("summary_text"), text: string }));
const output = stringOr(listOf(variants("type", inputParts)));

const items: Readonly<Record<string, Shape>> = {
  message,
  function_call: fields({ type: anything, call_id: string, name: string, arguments: string }, called),
  function_call_output: fields(
    { type: anything, call_id: string, output },
    { ...called, id: orNull(string), name: orNull(string), namespace: orNull(string) },
  ),
  custom_tool_call: fields({ type: anything, call_id: string, name: string, input: string }, called),
  custom_tool_call_output: fields(
    { type: anything, call_id: string, output },
    { id: string, caller: anything },
  ),
  reasoning: fields(
    { type: anything, summary },
    {
      id: string,
      content: listOf(fields({ type: oneOf("reasoning_text"), text: string })),
      encrypted_content: orNull(string),
      ...status,
    },
  ),
  compaction: fields({ type: anything, encrypted_content: string }, { id: orNull(string) }),
  item_reference: fields({ id: string }, { type: anything }),
  // What the API itself ran or asked for: items that come from it unchanged.
  ...otherFields("file_search_call computer_call computer_call_output web_search_call tool_search_call"),
  ...otherFields("tool_search_output additional_tools configuration_update image_generation_call"),
  ...otherFields("program"),
  ...otherFields("code_interpreter_call local_shell_call local_shell_call_output shell_call"),
  ...otherFields("shell_call_output apply_patch_call apply_patch_call_output mcp_list_tools mcp_call"),
  ...otherFields("mcp_approval_request mcp_approval_response compaction_trigger program_output"),
};

function checkItemShape(value: unknown, at: string, report: Report): void {
  const absent = isJsonObject(value) ? itemType(value) : "message";
  variants("type", items, "unknown-type", absent)(value, at, report);
}

/** The body of a request to OpenAI Responses: `ResponseCreateParams` of openai 7.59. */
export const responsesRequest: Shape = fields(
  { input: listOf(checkItemShape) },
  {
    ...otherFields("access_programs background background_options context_management conversation"),
    ...otherFields("image include instructions max_output_tokens max_tool_calls metadata model"),
    ...otherFields("moderation parallel_tool_calls previous_response_id prompt prompt_cache_key text"),
    ...otherFields("prompt_cache_options prompt_cache_retention reasoning safety_identifier stream"),
    ...otherFields("service_tier store stream_options temperature tool_choice tools truncation"),
    ...otherFields("top_logprobs top_p user"),
  },
);

/** The type of an item: a message needs none, and neither does a reference. */
export function itemType(item: JsonObject): string {
  if (typeof item["type"] === "string") return item["type"];
  return has(item, "id") && !has(item, "role") ? "item_reference" : "message";
}

function inputMessage(): Shape {
  return fields({ role: anything, content: parts() }, { type: anything, phase: orNull(string), ...status });
}

/** Parts that stand on the wrong side have a rule of their own. */
function parts(): Shape {
  return stringOr(listOf(variants("type", { ...inputParts, ...outputParts })));
}
