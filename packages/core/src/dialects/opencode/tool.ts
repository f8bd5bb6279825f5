import type { JsonObject } from "../../format/json.ts";
import { isJsonObject } from "../../format/json.ts";
import type { Block, ToolCallBlock, ToolResultMessage } from "../../format/messages.ts";
import { objectAt, textAt } from "./fields.ts";
import { imageOf } from "./images.ts";
import { signatureOf } from "./signature.ts";

/** A call of a tool, and what came of it if it has ended. */
export interface ReadTool {
  readonly call: ToolCallBlock;
  readonly result: ToolResultMessage | undefined;
}

/** Reads a tool part; undefined if it is none. */
export function readTool(part: JsonObject): ReadTool | undefined {
  const [id, name] = [textAt(part, "callID"), textAt(part, "tool")];
  if (id === undefined || name === undefined) return undefined;
  const { status, input, output, error, attachments, raw, ...rest } = objectAt(part, "state");
  const call: ToolCallBlock = { type: "toolCall", id, name, input: input ?? {}, ...signatureOf(part) };
  const content = contentOf(status, output, error, attachments);
  if (content === undefined) {
    // While a call is pending its arguments have not all arrived.
    const partial = status === "pending" && { partialJson: raw ?? "" };
    return { call: { ...call, ...partial, opencode: { status, ...rest } }, result: undefined };
  }
  const isError = status === "error";
  const opencode = { status, ...rest };
  return { call, result: { role: "toolResult", toolCallId: id, toolName: name, isError, content, opencode } };
}

function contentOf(
  status: unknown,
  output: unknown,
  error: unknown,
  attachments: unknown,
): Block[] | undefined {
  if (status !== "completed" && status !== "error") return undefined;
  const said = status === "error" ? error : output;
  const text =
    typeof said === "string" ? said : said === undefined || said === null ? "" : JSON.stringify(said);
  const images = Array.isArray(attachments)
    ? attachments.filter(isJsonObject).flatMap((one) => imageOf(one) ?? [])
    : [];
  return [...(text === "" ? [] : [{ type: "text" as const, text }]), ...images];
}
