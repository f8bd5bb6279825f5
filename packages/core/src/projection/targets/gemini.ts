import { isImage, isText, isThinking } from "../../format/blocks.ts";
import type { JsonRecord } from "../../format/json.ts";
import type { TextBlock, ThinkingBlock, ToolCallBlock } from "../../format/messages.ts";
import type { Projection } from "../types.ts";
import { CallIds } from "../wire/call-ids.ts";
import { objectInput } from "../wire/call-inputs.ts";
import { safeGeminiName } from "../wire/call-names.ts";
import { isGemini3, REFUSED_BY_GEMINI } from "../wire/gemini-models.ts";
import { isBase64 } from "../wire/base64.ts";
import { mergeTurns, type MergedPart } from "../wire/merge.ts";
import type { RenderOptions } from "../wire/render-options.ts";
import type { SpokenBlock } from "../wire/turns.ts";
import { wireHistory } from "../wire/wire-history.ts";
import type { WireModelTurn, WireResult } from "../wire/wire-types.ts";

/** In place of the signature of a call that has none for this model, from Gemini's documentation of signatures. */
export const SKIP_SIGNATURE = "skip_thought_signature_validator";

interface GeminiBlob {
  mimeType: string;
  data: string;
}

export interface GeminiPart {
  text?: string;
  thought?: true;
  thoughtSignature?: string;
  inlineData?: GeminiBlob;
  functionCall?: { id?: string; name: string; args: JsonRecord };
  functionResponse?: {
    id?: string;
    name: string;
    response: JsonRecord;
    parts?: { inlineData: GeminiBlob }[];
  };
}

export interface GeminiContent {
  role: "user" | "model";
  parts: GeminiPart[];
}

/** The history fields of a request to Gemini's generateContent. */
export interface GeminiBody {
  systemInstruction?: { parts: { text: string }[] };
  contents: GeminiContent[];
}

/** Renders a projection for Gemini's generateContent. A model that is not known is taken for Gemini 3 or later. */
export function gemini(projection: Projection, options: RenderOptions = {}): GeminiBody {
  const isThree = isGemini3(options.model ?? projection.model?.model);
  const history = wireHistory(projection, options, {
    family: "gemini",
    systemInPlace: false,
    imagesInResults: isThree,
    prefixBound: true,
    refusedImages: REFUSED_BY_GEMINI,
    keepsBlank: isBase64,
    callIds: new CallIds(),
    nameOf: safeGeminiName,
    isSound: ({ signature }) => isBase64(signature),
  });
  const contents = mergeTurns(history).map((merged): GeminiContent => {
    if (merged.role === "assistant") return { role: "model", parts: modelParts(merged.turn, isThree) };
    return { role: "user", parts: merged.parts.map((part) => userPart(part, isThree)) };
  });
  const { system } = history;
  if (system.length === 0) return { contents };
  return { systemInstruction: { parts: [{ text: system.join("\n\n") }] }, contents };
}

function modelParts({ content, signed }: WireModelTurn, isThree: boolean): GeminiPart[] {
  let calls = 0;
  return content.map((block) => {
    const known = signed && isBase64(block.signature) ? block.signature : undefined;
    if (isText(block) || isThinking(block)) return signedPart(saidPart(block), known);
    const part = callPart(block, isThree);
    // Of the calls of a step the first, and only the first, has a signature.
    return calls++ > 0 ? part : signedPart(part, known ?? (isThree ? SKIP_SIGNATURE : undefined));
  });
}

function signedPart(part: GeminiPart, thoughtSignature: string | undefined): GeminiPart {
  if (thoughtSignature !== undefined) part.thoughtSignature = thoughtSignature;
  return part;
}

function saidPart(block: TextBlock | ThinkingBlock): GeminiPart {
  return isThinking(block) ? { text: block.thinking, thought: true } : { text: block.text };
}

function callPart({ id, name, input }: ToolCallBlock, isThree: boolean): GeminiPart {
  const call = { name, args: objectInput(input) };
  return { functionCall: isThree ? { id, ...call } : call };
}

function userPart(part: MergedPart, isThree: boolean): GeminiPart {
  return part.type === "result" ? responsePart(part.result, isThree) : spokenPart(part);
}

function spokenPart(block: SpokenBlock): GeminiPart {
  return isImage(block) ? { inlineData: blob(block) } : { text: block.text };
}

function responsePart({ id, name, isError, content }: WireResult, isThree: boolean): GeminiPart {
  const text = content
    .filter(isText)
    .map((block) => block.text)
    .join("\n\n");
  const images = content.filter(isImage).map((image) => ({ inlineData: blob(image) }));
  const answer = { name, response: isError ? { error: text } : { output: text } };
  const response = images.length === 0 ? answer : { ...answer, parts: images };
  return { functionResponse: isThree ? { id, ...response } : response };
}

function blob({ mimeType, data }: { mimeType: string; data: string }): GeminiBlob {
  return { mimeType, data };
}
