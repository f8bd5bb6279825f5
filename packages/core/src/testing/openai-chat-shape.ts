import { otherFields } from "./request-fields.ts";
import { anything, fields, listOf, oneOf, orNull, type Shape, string, stringOr, variants } from "./shape.ts";

/** The dialects of the API: what a server adds to it, and what it is stricter about. */
export type ChatFlavor = "openai" | "mistral" | "deepseek";

const breakpoint = { prompt_cache_breakpoint: anything };
const text = fields({ type: anything, text: string }, breakpoint);

const userPart = variants("type", {
  text,
  image_url: fields(
    {
      type: anything,
      image_url: fields({ url: string }, { detail: oneOf("auto", "low", "high", "original") }),
    },
    breakpoint,
  ),
  input_audio: fields({ type: anything, input_audio: fields({ data: string, format: string }) }, breakpoint),
  file: fields(
    { type: anything, file: fields({}, { file_data: string, file_id: string, filename: string }) },
    breakpoint,
  ),
});

/** An image in another place than a message of the user has a rule of its own. */
const textPart = variants("type", { text, image_url: anything });
const assistantPart = variants("type", {
  text,
  image_url: anything,
  refusal: fields({ type: anything, refusal: string }),
});

const toolCall = variants("type", {
  function: fields({ type: anything, id: string, function: fields({ name: string, arguments: string }) }),
  custom: fields({ type: anything, id: string, custom: fields({ name: string, input: string }) }),
});

const prompt = fields({ role: anything, content: stringOr(listOf(textPart)) }, { name: string });

/** The body of a request to Chat Completions: `ChatCompletionCreateParams` of openai 7.59. */
export function chatRequest(flavor: ChatFlavor): Shape {
  const assistant = fields(
    { role: anything },
    {
      content: orNull(stringOr(listOf(assistantPart))),
      audio: orNull(fields({ id: string })),
      function_call: orNull(fields({ name: string, arguments: string })),
      name: string,
      refusal: orNull(string),
      tool_calls: listOf(toolCall),
      ...(flavor === "deepseek" ? { reasoning_content: string } : {}),
    },
  );
  const tool = fields(
    { role: anything, tool_call_id: string, content: stringOr(listOf(textPart)) },
    flavor === "mistral" ? { name: string } : {},
  );
  const roles = {
    system: prompt,
    developer: prompt,
    user: fields({ role: anything, content: stringOr(listOf(userPart)) }, { name: string }),
    assistant,
    tool,
    function: fields({ role: anything, name: string, content: orNull(string) }),
  };
  return fields({ messages: listOf(variants("role", roles, "bad-role")) }, REQUEST);
}

const REQUEST = {
  ...otherFields("model audio frequency_penalty function_call functions logit_bias logprobs"),
  ...otherFields("max_completion_tokens max_tokens metadata modalities moderation n user"),
  ...otherFields("parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options"),
  ...otherFields("prompt_cache_retention reasoning_effort response_format safety_identifier seed"),
  ...otherFields("service_tier stop store stream stream_options temperature tool_choice tools"),
  ...otherFields("top_logprobs top_p verbosity web_search_options"),
};
