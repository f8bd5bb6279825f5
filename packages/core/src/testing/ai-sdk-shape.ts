import { otherFields } from "./request-fields.ts";
import {
  anything,
  boolean,
  fields,
  listOf,
  type Shape,
  string,
  stringOr,
  struct,
  variants,
} from "./shape.ts";

const options = { providerOptions: struct("wrong-type") };

/** A part of a message; its `type` has been looked at. */
function part(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return fields({ type: anything, ...required }, { ...options, ...optional });
}

const text = part({ text: string });
const file = part({ data: anything, mediaType: string }, { filename: string });
const image = part({ image: anything }, { mediaType: string });

const outputPart = variants("type", {
  text,
  file,
  "file-data": part({ data: string, mediaType: string }, { filename: string }),
  "file-url": part({ url: string }, { mediaType: string }),
  "file-id": part({ fileId: anything }),
  "file-reference": part({ providerReference: anything }),
  "image-data": part({ data: string, mediaType: string }),
  "image-url": part({ url: string }),
  "image-file-id": part({ fileId: anything }),
  "image-file-reference": part({ providerReference: anything }),
  custom: part({}),
});

const output = variants("type", {
  text: part({ value: string }),
  json: part({ value: anything }),
  "execution-denied": part({}, { reason: string }),
  "error-text": part({ value: string }),
  "error-json": part({ value: anything }),
  content: part({ value: listOf(outputPart) }),
});

const toolResult = part({ toolCallId: string, toolName: string, output });

const assistantPart = variants("type", {
  text,
  file,
  custom: part({ kind: string }),
  reasoning: part({ text: string }),
  "reasoning-file": part({ data: anything, mediaType: string }),
  "tool-call": part({ toolCallId: string, toolName: string, input: anything }, { providerExecuted: boolean }),
  "tool-result": toolResult,
  "tool-approval-request": fields(
    { type: anything, approvalId: string, toolCallId: string },
    { reason: string, isAutomatic: boolean, signature: string, inputSchemaInput: anything },
  ),
});

const toolPart = variants("type", {
  "tool-result": toolResult,
  "tool-approval-response": fields(
    { type: anything, approvalId: string, approved: boolean },
    { reason: string, providerExecuted: boolean },
  ),
});

/** The part of the parameters of `generateText` that is the history: `ModelMessage[]` of ai 7. */
export const aiSdkRequest: Shape = fields(
  {
    messages: listOf(
      variants(
        "role",
        {
          system: fields({ role: anything, content: string }, options),
          user: fields(
            { role: anything, content: stringOr(listOf(variants("type", { text, image, file }))) },
            options,
          ),
          assistant: fields({ role: anything, content: stringOr(listOf(assistantPart)) }, options),
          tool: fields({ role: anything, content: listOf(toolPart) }, options),
        },
        "bad-role",
      ),
    ),
  },
  otherFields("instructions system allowSystemInMessages tools"),
);
