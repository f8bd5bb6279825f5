import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Api, type Message, type Model, normalizeContext, type Tool } from "@earendil-works/pi-ai";
import { stream as anthropicMessages } from "@earendil-works/pi-ai/api/anthropic-messages";
import { stream as googleGenerativeAi } from "@earendil-works/pi-ai/api/google-generative-ai";
import { stream as openaiCompletions } from "@earendil-works/pi-ai/api/openai-completions";
import { stream as openaiResponses } from "@earendil-works/pi-ai/api/openai-responses";
import { AMAZON_BEDROCK_MODELS } from "@earendil-works/pi-ai/providers/amazon-bedrock.models";
import { ANTHROPIC_MODELS } from "@earendil-works/pi-ai/providers/anthropic.models";
import { DEEPSEEK_MODELS } from "@earendil-works/pi-ai/providers/deepseek.models";
import { GOOGLE_MODELS } from "@earendil-works/pi-ai/providers/google.models";
import { OPENAI_MODELS } from "@earendil-works/pi-ai/providers/openai.models";
import {
  checkAnthropic,
  checkBedrock,
  checkGemini,
  checkOpenAIChat,
  checkOpenAIResponses,
  type Violation,
} from "../../../src/testing/index.ts";

type Context = ReturnType<typeof normalizeContext>;

interface StreamOptions {
  readonly apiKey: string;
  readonly onPayload: (payload: unknown) => never;
}

type Stream<TApi extends Api> = (
  model: Model<TApi>,
  context: Context,
  options: StreamOptions,
) => { result(): Promise<{ errorMessage?: string }> };

/** A model of pi-ai's catalog. */
export interface PiReceiver {
  readonly model: Model<Api>;
  /** The request that pi-ai makes of the messages: it is taken from it right before it goes out. */
  request(this: void, messages: readonly Message[]): Promise<unknown>;
  check(this: void, request: unknown): Violation[];
  /** Errors that pi-ai makes of sound messages. */
  readonly leftOut: readonly string[];
}

function receiver<TApi extends Api>(
  model: Model<TApi>,
  stream: Stream<TApi>,
  check: PiReceiver["check"],
  ...leftOut: string[]
): PiReceiver {
  const request = async (messages: readonly Message[]) => {
    const taken: unknown[] = [];
    const onPayload = (payload: unknown): never => {
      taken.push(payload);
      throw new Error("taken");
    };
    const { errorMessage } = await stream(model, contextOf(messages), { apiKey: "none", onPayload }).result();
    if (taken.length === 0) throw new Error(errorMessage);
    return taken[0];
  };
  return { model, request, check, leftOut };
}

/** Never two messages of one role in a row: pi-ai joins neither two of the user nor one to the results before it. */
function bedrock(model: Model<"bedrock-converse-stream">): PiReceiver {
  const request = async (messages: readonly Message[]) => {
    sender ??= fork(new URL("bedrock-sender.mjs", import.meta.url), {
      execArgv: [],
      env: { NODE_NO_WARNINGS: "1" },
      serialization: "advanced",
    });
    sender.send({ model, context: contextOf(messages) });
    const [answer] = (await once(sender, "message")) as [{ payload?: unknown; error?: string }];
    if (answer.payload === undefined) throw new Error(answer.error);
    return answer.payload;
  };
  const check = (body: unknown) => checkBedrock(body);
  return { model, request, check, leftOut: ["bedrock/not-alternating"] };
}

let sender: ChildProcess | undefined;

/** Ends what `request` has started. */
export function endRequests(): void {
  sender?.disconnect();
  sender = undefined;
}

export const PI_RECEIVERS: readonly PiReceiver[] = [
  receiver(ANTHROPIC_MODELS["claude-sonnet-4-5"], anthropicMessages, (body) => checkAnthropic(body)),
  receiver(ANTHROPIC_MODELS["claude-opus-4-8"], anthropicMessages, (body) =>
    checkAnthropic(body, { systemInMessages: true }),
  ),
  receiver(
    { ...OPENAI_MODELS["gpt-5.5"], api: "openai-completions", compat: {} },
    openaiCompletions,
    (body) => checkOpenAIChat(body),
  ),
  receiver(DEEPSEEK_MODELS["deepseek-v4-pro"], openaiCompletions, (body) => {
    // Without the settings of DeepSeek's own.
    const { messages } = body as { messages: unknown };
    return checkOpenAIChat({ messages }, { flavor: "deepseek" });
  }),
  receiver(OPENAI_MODELS["gpt-5.5"], openaiResponses, (body) => checkOpenAIResponses(body)),
  receiver(GOOGLE_MODELS["gemini-2.5-pro"], googleGenerativeAi, (body) =>
    checkGemini(body, { model: "gemini-2.5-pro" }),
  ),
  receiver(
    GOOGLE_MODELS["gemini-3.1-pro-preview"],
    googleGenerativeAi,
    (body) => checkGemini(body, { model: "gemini-3.1-pro-preview" }),
    // pi-ai sends nothing in place of the signature of a call that has none for the model.
    "gemini/signature-missing",
  ),
  bedrock(AMAZON_BEDROCK_MODELS["anthropic.claude-opus-4-6-v1"]),
];

/** A context as a host gives it: with a tool for each that the messages call, as some servers refuse calls of others. */
function contextOf(messages: readonly Message[]): Context {
  const names = new Set<string>();
  for (const { role, content } of messages)
    if (role === "assistant")
      for (const block of content) if (block.type === "toolCall") names.add(block.name);
  const parameters = { type: "object", properties: {} };
  const tools = [...names].map((name): Tool => ({ name, description: name, parameters }));
  return normalizeContext({ messages: [...messages], tools });
}
