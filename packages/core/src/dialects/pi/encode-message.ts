import { textOf } from "../../format/blocks.ts";
import type { JsonObject } from "../../format/json.ts";
import type { Message } from "../../format/messages.ts";
import type { ExportNotes } from "../export-notes.ts";
import { encodeBlocks, encodeContent } from "./encode-content.ts";
import { encodeUsage } from "./encode-usage.ts";
import { putBack } from "./put-back.ts";

/** A message as pi has it. Where pi needs a field that is not there, it gets a value that says nothing. */
export function encodeMessage(message: Message, time: string, notes: ExportNotes): JsonObject {
  const { role } = message;
  const timestamp = Date.parse(time) || 0;
  switch (role) {
    case "system": {
      const { content } = message;
      return { timestamp, ...putBack(message, { role, content: textOf(content) }, "content") };
    }
    case "user":
      return { timestamp, ...putBack(message, { role, content: encodeContent(message.content, notes) }) };
    case "assistant": {
      const {
        provider = "unknown",
        api = "unknown",
        model = "unknown",
        stopReason = "stop",
        usage,
      } = message;
      const content = encodeBlocks(message.content, "model", notes);
      const known = { role, content, api, provider, model, usage: encodeUsage(usage), stopReason };
      return { timestamp, ...putBack(message, known) };
    }
    case "toolResult": {
      const { toolCallId, toolName = toolCallId, isError = false } = message;
      const content = encodeBlocks(message.content, "person", notes);
      return { timestamp, ...putBack(message, { role, toolCallId, toolName, content, isError }) };
    }
  }
}
