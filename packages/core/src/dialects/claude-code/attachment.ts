import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { resultContent } from "../anthropic/content.ts";
import { KEEPER } from "./keeper.ts";
import { object, text } from "./line.ts";

/** What of an attachment the model was told in words that the log has; undefined for all others. */
export function attachment(value: JsonObject): JsonObject | undefined {
  const attached = object(value, "attachment");
  switch (attached?.["type"]) {
    case "queued_command":
      return queued(attached);
    case "hook_additional_context":
      return added(attached, texts(attached["content"]));
    case "file":
      return file(attached);
    default:
      return undefined;
  }
}

/** What a person typed while the model worked. */
function queued(attached: JsonObject): JsonObject | undefined {
  const { prompt } = attached;
  const blocks = resultContent(prompt, KEEPER);
  if (blocks.length === 0) return undefined;
  const mode = text(attached, "commandMode") ?? "prompt";
  if (mode !== "prompt") return added(attached, blocks);
  return { type: "message", message: { role: "user", content: blocks } };
}

function file(attached: JsonObject): JsonObject | undefined {
  const read = object(object(attached, "content") ?? {}, "file");
  const inside = read && text(read, "content");
  if (inside === undefined) return undefined;
  const name = text(read!, "filePath") ?? text(attached, "filename") ?? "a file";
  return added(attached, [{ type: "text", text: `${name}:\n\n${inside}` }]);
}

function texts(value: unknown): JsonObject[] {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => {
    if (typeof part === "string") return [{ type: "text", text: part }];
    return isJsonObject(part) ? resultContent([part], KEEPER) : [];
  });
}

function added(attached: JsonObject, blocks: JsonObject[]): JsonObject | undefined {
  if (blocks.length === 0) return undefined;
  const customType = `claude-code:attachment/${String(attached["type"])}`;
  return { type: "custom_message", customType, content: blocks, display: false };
}
