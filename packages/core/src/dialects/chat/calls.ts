import { isJsonObject, parseObject, type JsonObject } from "../../format/json.ts";
import type { ToolCallBlock } from "../../format/messages.ts";
import { leftOver, named } from "./fields.ts";

/** The calls of a history, and which of them a result answers that names none. */
export class ChatCalls {
  #waiting: string[] = [];
  #made = 0;

  /** The calls that a message makes. What of them has no field of ours stays in their field `rest`. */
  callsOf({ tool_calls: calls, function_call: single }: JsonObject, rest: string): ToolCallBlock[] {
    const all = Array.isArray(calls) ? calls.filter(isJsonObject) : isJsonObject(single) ? [single] : [];
    return all.map((call) => {
      const id = named(call["id"]) ?? named(call["call_id"]) ?? `call-${++this.#made}`;
      this.#waiting.push(id);
      const of = isJsonObject(call["function"]) ? call["function"] : call;
      const input = of["arguments"] ?? of["input"] ?? of["args"] ?? {};
      return {
        type: "toolCall",
        id,
        name: named(of["name"]) ?? "unknown",
        input: typeof input === "string" ? (parseObject(input) ?? input) : input,
        ...leftOver({ ...call, ...(of === call ? {} : of) }, READ, rest),
      };
    });
  }

  /** Which call a result answers: the one it names, else the one that waits longest. */
  answered(id: string | undefined): string {
    const answered = id ?? this.#waiting[0] ?? "unknown";
    this.#waiting = this.#waiting.filter((waiting) => waiting !== answered);
    return answered;
  }
}

const READ = ["id", "call_id", "type", "function", "name", "arguments", "input", "args"];
