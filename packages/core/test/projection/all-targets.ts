import { render } from "../../src/projection/render.ts";
import type { ChatFlavor } from "../../src/projection/targets/openai-chat.ts";
import { RESULTS_READ } from "../../src/projection/wire/results-alone.ts";
import type { Projection } from "../../src/projection/types.ts";
import type { RenderOptions } from "../../src/projection/wire/render-options.ts";
import {
  checkAiSdk,
  checkAnthropic,
  checkBedrock,
  checkGemini,
  checkOpenAIChat,
  checkOpenAIResponses,
  checkPi,
  type Violation,
} from "../../src/testing/index.ts";

interface TargetUnderTest {
  readonly name: string;
  render(projection: Projection, options: RenderOptions): object;
  check(body: object, projection: Projection, options: RenderOptions): Violation[];
  /** The history of a rendering, in order. */
  history(body: object): readonly object[];
  /** Whether the model said this part of the history. */
  isModel(this: void, item: object): boolean;
}

/** The model's own word, not the one that a rendering puts into its mouth. */
function byRole(role: string) {
  return (item: object) =>
    (item as { role?: string }).role === role && !JSON.stringify(item).includes(RESULTS_READ);
}

function chat(flavor: ChatFlavor): TargetUnderTest {
  return {
    name: `openai-chat (${flavor})`,
    render: (projection, options) => render.openaiChat(projection, { ...options, flavor }),
    check: (body) => checkOpenAIChat(body, { flavor }),
    history: (body) => (body as { messages: object[] }).messages,
    isModel: (item) => byRole("assistant")(item) && (item as { content: unknown }).content !== RESULTS_READ,
  };
}

const messages = (body: object) => (body as { messages: object[] }).messages;

/** Every target with its check, in all the ways in which it renders. */
export const TARGETS: readonly TargetUnderTest[] = [
  {
    name: "anthropic",
    render: render.anthropic,
    check: (body) => checkAnthropic(body),
    history: messages,
    isModel: byRole("assistant"),
  },
  chat("openai"),
  chat("deepseek"),
  chat("mistral"),
  {
    name: "openai-responses",
    render: render.openaiResponses,
    check: (body) => checkOpenAIResponses(body),
    history: (body) => (body as { input: object[] }).input,
    isModel: (item) =>
      byRole("assistant")(item) || ["reasoning", "function_call"].includes((item as { type: string }).type),
  },
  {
    name: "gemini",
    render: render.gemini,
    check: (body, { model }, options) => {
      const name = options.model ?? model?.model;
      return checkGemini(body, name === undefined ? {} : { model: name });
    },
    history: (body) => (body as { contents: object[] }).contents,
    isModel: byRole("model"),
  },
  {
    name: "bedrock",
    render: render.bedrock,
    check: (body) => checkBedrock(body),
    history: messages,
    isModel: byRole("assistant"),
  },
  {
    name: "ai-sdk",
    render: render.aiSdk,
    check: (body) => checkAiSdk(body),
    history: messages,
    isModel: byRole("assistant"),
  },
  {
    name: "pi",
    render: render.pi,
    check: (body) => checkPi(body),
    history: messages,
    isModel: byRole("assistant"),
  },
];

/** What a target would refuse of a projection, and why; rules that only warn count too. */
export function refusals(target: TargetUnderTest, projection: Projection, options: RenderOptions): string[] {
  const body = target.render(projection, options);
  const history = target.history(body);
  // No context at all: an empty list, which the hint tells of.
  if (
    !history.some(
      (item) =>
        (item as { role?: string }).role !== "system" && (item as { role?: string }).role !== "developer",
    )
  )
    return [];
  return target
    .check(body, projection, options)
    .map(({ rule, at, message }) => `${rule} at ${at}: ${message}`);
}
