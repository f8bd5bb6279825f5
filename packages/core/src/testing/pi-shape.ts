import {
  anything,
  boolean,
  fields,
  listOf,
  number,
  oneOf,
  orNull,
  type Shape,
  string,
  stringOr,
  struct,
  variants,
} from "./shape.ts";

const text = fields({ type: anything, text: string }, { textSignature: string });
const image = fields({ type: anything, data: string, mimeType: string });
const thinking = fields(
  { type: anything, thinking: string },
  { thinkingSignature: string, redacted: boolean },
);
const toolCall = fields(
  { type: anything, id: string, name: string, arguments: struct("input-not-object") },
  { thoughtSignature: string, namespace: string, argumentsError: string },
);

const cost = fields(
  { input: number, output: number, cacheRead: number, cacheWrite: number, total: number },
  { totalFromProvider: boolean },
);
const usage = fields(
  { input: number, output: number, cacheRead: number, cacheWrite: number, totalTokens: number, cost },
  { cacheWrite1h: number, reasoning: number },
);

const system = fields(
  { role: anything, content: stringOr(listOf(variants("type", { text }))), timestamp: number },
  {
    sections: record(orNull(string)),
    toolsAdded: listOf(anything),
    toolsRemoved: listOf(fields({ name: string })),
  },
);

const user = fields({
  role: anything,
  content: stringOr(listOf(variants("type", { text, image }))),
  timestamp: number,
});

const assistant = fields(
  {
    role: anything,
    content: listOf(variants("type", { text, thinking, toolCall })),
    api: string,
    provider: string,
    model: string,
    usage,
    stopReason: oneOf("pending", "stop", "length", "toolUse", "error", "aborted", "deferred"),
    timestamp: number,
  },
  {
    responseModel: string,
    responseId: string,
    providerThinkingLevel: string,
    thinkingLevel: string,
    diagnostics: listOf(anything),
    deferred: struct("wrong-type"),
    errorMessage: string,
    rawStopReason: string,
    endTurn: boolean,
    durationMs: number,
  },
);

const toolResult = fields(
  {
    role: anything,
    toolCallId: string,
    toolName: string,
    content: listOf(variants("type", { text, image })),
    isError: boolean,
    timestamp: number,
  },
  { details: anything, usage, nestedCalls: struct("wrong-type"), durationMs: number },
);

/** The `Context` of @earendil-works/pi-ai 1.6: its history and what goes with it. */
export const piRequest: Shape = fields(
  { messages: listOf(variants("role", { system, user, assistant, toolResult }, "bad-role")) },
  { systemPrompt: string, tools: listOf(anything) },
);

function record(item: Shape): Shape {
  const object = struct("wrong-type");
  return (value, at, report) => {
    object(value, at, report);
    for (const [key, each] of Object.entries(value ?? {}))
      item(each, `${at}[${JSON.stringify(key)}]`, report);
  };
}
