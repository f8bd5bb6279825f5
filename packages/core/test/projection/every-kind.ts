import type { PathEntry } from "../../src/projection/types.ts";
import { call, pathOf, result, system, user, type Body } from "./build.ts";

/** One pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const image: Body = { type: "image", mimeType: "image/png", data: PNG };

/** A message of the model `m` by one of the APIs. */
export function answer(api: string, ...content: (string | Body)[]): Body {
  const blocks = content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part));
  return {
    type: "message",
    message: { role: "assistant", content: blocks, api, provider: "p", model: "m", stopReason: "toolUse" },
  };
}

/** A path with every kind of block, message and entry that reaches an API, made by the model `m`. */
export function everyKind(api = "anthropic"): PathEntry[] {
  return pathOf(
    system("You help."),
    { type: "model_change", provider: "p", model: "m" },
    { type: "message", message: { role: "user", content: [{ type: "text", text: "look" }, image] } },
    answer(api, { type: "thinking", thinking: "hm", signature: "c2ln" }, "I look.", call("a"), call("b")),
    result("b", "second"),
    { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
    answer(
      api,
      { type: "thinking", thinking: "", signature: "c2ln", redacted: true },
      call("c", "not an object"),
    ),
    { type: "message", message: { role: "toolResult", toolCallId: "c", isError: true, content: [image] } },
    user("go on"),
    answer(api, "Done."),
    { type: "branch_summary", fromId: null, summary: "tried something" },
    { type: "custom_message", customType: "note", content: "a note", display: true },
  );
}
