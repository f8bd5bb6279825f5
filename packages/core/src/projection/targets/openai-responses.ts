import { isImage, isText, isThinking } from "../../format/blocks.ts";
import type { Projection } from "../types.ts";
import { CallIds } from "../wire/call-ids.ts";
import { textInput } from "../wire/call-inputs.ts";
import { safeName } from "../wire/call-names.ts";
import { phaseOf, type Phase, reasoningItem, type ReasoningItem } from "../wire/responses-signatures.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { ModelBlock, SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireModelTurn, WireResult, WireTurn } from "../wire/wire-types.ts";

type InputText = { type: "input_text"; text: string };
type InputImage = { type: "input_image"; image_url: string; detail: "auto" };

/** An item of the input. Messages and calls carry no ids of their own: only with those would the API miss reasoning. */
export type ResponsesItem =
  | { type: "message"; role: "user"; content: (InputText | InputImage)[] }
  | { type: "message"; role: "developer"; content: InputText[] }
  | { type: "message"; role: "assistant"; content: string; phase?: Phase }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: string | (InputText | InputImage)[] }
  | ReasoningItem;

/** The history fields of a request to OpenAI's Responses API with `store: false`. */
export interface OpenAiResponsesBody {
  instructions?: string;
  input: ResponsesItem[];
}

/** Renders a projection for OpenAI's Responses API. */
export function openaiResponses(projection: Projection, options: RenderOptions = {}): OpenAiResponsesBody {
  const itemIds = new Set<string>();
  const { system, turns } = wireHistory(projection, options, {
    family: "openai-responses",
    systemInPlace: true,
    imagesInResults: true,
    prefixBound: true,
    callIds: new CallIds(),
    nameOf: safeName,
    isSound: ({ signature }) => isNew(reasoningItem(signature), itemIds),
  });
  const input: ResponsesItem[] = [];
  for (const turn of turns) pushItems(turn, input);
  return system.length === 0 ? { input } : { instructions: system.join("\n\n"), input };
}

/** An id may stand in a request only once. */
function isNew(item: ReasoningItem | undefined, itemIds: Set<string>): boolean {
  if (item === undefined || itemIds.has(item.id)) return false;
  itemIds.add(item.id);
  return true;
}

function pushItems(turn: WireTurn, input: ResponsesItem[]): void {
  if (turn.role === "system")
    input.push({ type: "message", role: "developer", content: [{ type: "input_text", text: turn.text }] });
  else if (turn.role === "user") input.push(userItem(turn.content));
  else {
    for (const block of turn.content) input.push(modelItem(block, turn));
    for (const result of turn.results) input.push(outputItem(result));
    if (turn.behind.length > 0) input.push(userItem(turn.behind));
  }
}

function userItem(content: readonly SpokenBlock[]): ResponsesItem {
  return { type: "message", role: "user", content: content.map(inputPart) };
}

function inputPart(block: SpokenBlock): InputText | InputImage {
  if (!isImage(block)) return { type: "input_text", text: block.text };
  return { type: "input_image", image_url: `data:${block.mimeType};base64,${block.data}`, detail: "auto" };
}

function modelItem(block: ModelBlock, { own }: WireModelTurn): ResponsesItem {
  if (isThinking(block)) return reasoningItem(block.signature)!;
  if (!isText(block)) {
    const { id, name, input } = block;
    return { type: "function_call", call_id: id, name, arguments: textInput(input) };
  }
  const phase = own ? phaseOf(block.signature) : undefined;
  const message = { type: "message", role: "assistant", content: block.text } as const;
  return phase === undefined ? message : { ...message, phase };
}

function outputItem({ id, content }: WireResult): ResponsesItem {
  const only = content[0]!;
  const output = content.length === 1 && isText(only) ? only.text : content.map(inputPart);
  return { type: "function_call_output", call_id: id, output };
}
