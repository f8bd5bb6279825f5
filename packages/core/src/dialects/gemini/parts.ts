import { geminiBlock } from "../../answers/apis/gemini.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { messageSchemas, type Block, type ToolResultMessage } from "../../format/messages.ts";

/** What parts of Gemini's API say: blocks, and results of tools. */
export interface ReadParts {
  readonly blocks: readonly Block[];
  readonly results: readonly ToolResultMessage[];
}

/** Reads a content: a text, a part, or a list of both. `ownId` names calls that have no id. */
export function readParts(content: unknown, ownId: string): ReadParts {
  const blocks: Block[] = [];
  const results: ToolResultMessage[] = [];
  for (const [index, part] of partsOf(content).entries()) {
    const { functionResponse } = part;
    if (isJsonObject(functionResponse)) results.push(resultOf(functionResponse));
    else blocks.push(soundBlock(part, `${ownId}-${index}`));
  }
  return { blocks, results };
}

/** A content as a list of parts: texts may stand for themselves. */
export function partsOf(content: unknown): JsonObject[] {
  const list: unknown[] = Array.isArray(content) ? content : [content];
  return list.flatMap((part) => {
    if (typeof part === "string") return part === "" ? [] : [{ text: part }];
    return isJsonObject(part) ? [part] : [];
  });
}

/** A part that does not fit is carried as it is. */
function soundBlock(part: JsonObject, ownId: string): Block {
  const block = geminiBlock(part, ownId);
  return messageSchemas().block.safeParse(block).success ? block : { type: "gemini_part", part };
}

function resultOf({ id, name, response, parts }: JsonObject): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: typeof id === "string" ? id : "",
    ...(typeof name === "string" && { toolName: name }),
    isError: isJsonObject(response) && "error" in response,
    content: [...outputOf(response), ...readParts(parts, "").blocks],
  };
}

/** Tools of Gemini CLI answer with a text under `output` or `error`; anything else is told as JSON. */
function outputOf(response: unknown): Block[] {
  if (response === undefined || response === null) return [];
  if (!isJsonObject(response)) return [{ type: "text", text: asText(response) }];
  const { output, error } = response;
  return [{ type: "text", text: asText(output ?? error ?? response) }];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
