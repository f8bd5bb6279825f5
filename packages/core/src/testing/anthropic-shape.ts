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
  struct,
  variants,
} from "./shape.ts";

const cacheControl = orNull(fields({ type: oneOf("ephemeral") }, { ttl: oneOf("5m", "1h") }));
const cached = { type: anything, cache_control: cacheControl };

const text = fields({ text: string }, { ...cached, citations: orNull(listOf(anything)) });

const imageSource = variants("type", {
  base64: fields({ type: anything, media_type: string, data: string }),
  url: fields({ type: anything, url: string }),
  file: fields({ type: anything, file_id: string }),
});

const image = fields({ source: imageSource }, { ...cached, transformations: orNull(anything) });

const document = fields(
  { source: struct("wrong-type") },
  { ...cached, citations: orNull(anything), context: orNull(string), title: orNull(string) },
);

const searchResult = fields(
  { content: listOf(text), source: string, title: string },
  { ...cached, citations: anything },
);

const resultBlock = variants("type", {
  text,
  image,
  document,
  search_result: searchResult,
  tool_reference: fields({ tool_name: string }, cached),
  browser_state: fields({ tabs: listOf(anything) }, { ...cached, state_changes: orNull(anything) }),
});

/** What the API itself ran: blocks that come from it unchanged. */
const serverResult = fields({ tool_use_id: string, content: anything }, { ...cached, caller: anything });

const block = variants("type", {
  text,
  image,
  document,
  search_result: searchResult,
  thinking: fields({ type: anything, thinking: string, signature: string }),
  redacted_thinking: fields({ type: anything, data: string }),
  tool_use: fields(
    { id: string, name: string, input: struct("input-not-object") },
    { ...cached, caller: anything, toolset_name: orNull(string) },
  ),
  tool_result: fields(
    { tool_use_id: string },
    {
      ...cached,
      content: stringOr(listOf(resultBlock)),
      is_error: boolean,
      toolset_name: orNull(string),
    },
  ),
  server_tool_use: fields(
    { id: string, name: string, input: struct("input-not-object") },
    { ...cached, caller: anything },
  ),
  web_search_tool_result: serverResult,
  web_fetch_tool_result: serverResult,
  code_execution_tool_result: serverResult,
  bash_code_execution_tool_result: serverResult,
  text_editor_code_execution_tool_result: serverResult,
  tool_search_tool_result: serverResult,
  container_upload: fields({ file_id: string }, cached),
});

const turn = fields({ role: anything, content: stringOr(listOf(block)) });

/** The body of a request to Anthropic Messages: `MessageCreateParams` of @anthropic-ai/sdk 1.14. */
export const anthropicRequest: Shape = fields(
  {
    messages: listOf(
      variants(
        "role",
        {
          user: turn,
          assistant: turn,
          system: fields({ role: anything, content: stringOr(listOf(variants("type", { text }))) }),
        },
        "bad-role",
      ),
    ),
  },
  {
    ...otherFields("max_tokens model cache_control container diagnostics inference_geo metadata"),
    ...otherFields("output_config service_tier speed stop_sequences stream thinking tool_choice"),
    ...otherFields("tools user_profile_id workspace_id temperature top_k top_p betas"),
    system: stringOr(listOf(variants("type", { text }))),
  },
);
