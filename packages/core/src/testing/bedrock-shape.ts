import { otherFields } from "./request-fields.ts";
import { anything, bytes, fields, listOf, oneOf, type Shape, string, struct } from "./shape.ts";

const image = fields(
  { format: oneOf("png", "jpeg", "gif", "webp"), source: fields({}, { bytes, s3Location: anything }) },
  { error: anything },
);
const document = fields(
  { name: string, source: struct("wrong-type") },
  { format: string, context: string, citations: anything },
);
const cachePoint = fields({ type: oneOf("default") }, { ttl: string });

const resultContent: Readonly<Record<string, Shape>> = {
  text: string,
  json: anything,
  image,
  document,
  ...otherFields("video searchResult"),
};

const content: Readonly<Record<string, Shape>> = {
  text: string,
  image,
  document,
  toolUse: fields({ toolUseId: string, name: string, input: struct("input-not-object") }, { type: string }),
  toolResult: fields(
    { toolUseId: string, content: listOf(fields({}, resultContent)) },
    { status: oneOf("success", "error"), type: string },
  ),
  reasoningContent: fields(
    {},
    { reasoningText: fields({ text: string }, { signature: string }), redactedContent: bytes },
  ),
  cachePoint,
  ...otherFields("video audio guardContent citationsContent searchResult"),
  ...otherFields("toolAddition toolRemoval"),
};

/** The parameters of Converse, in the form of @aws-sdk/client-bedrock-runtime 3.1164. */
export const bedrockRequest: Shape = fields(
  { messages: listOf(fields({ role: string, content: listOf(fields({}, content)) })) },
  {
    system: listOf(fields({}, { text: string, guardContent: anything, cachePoint })),
    toolConfig: fields({ tools: listOf(struct("wrong-type")) }, { toolChoice: anything }),
    ...otherFields("modelId inferenceConfig guardrailConfig additionalModelRequestFields"),
    ...otherFields("promptVariables additionalModelResponseFieldPaths requestMetadata performanceConfig"),
    ...otherFields("serviceTier outputConfig"),
  },
);
