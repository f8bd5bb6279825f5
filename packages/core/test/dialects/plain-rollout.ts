import type { JsonObject } from "../../src/format/json.ts";

/** What a thread is resumed from, read line by line and by nothing but the facts of rollouts. */
export interface PlainRollout {
  readonly meta: JsonObject;
  readonly name: string | undefined;
  /** What the model is given: items of the Responses API, calls without an output marked as aborted. */
  readonly history: readonly JsonObject[];
  /** What the person typed, and what was answered, as the agent shows it. */
  readonly shown: readonly string[];
  /** What the agent would refuse, or skip without a word. */
  readonly faults: readonly string[];
}

const META = ["id", "timestamp", "cwd", "originator", "cli_version"];
const TURN = ["cwd", "approval_policy", "sandbox_policy", "model", "summary"];
const EFFORTS: readonly unknown[] = [undefined, "none", "minimal", "low", "medium", "high", "xhigh"];
const COUNTS = ["input_tokens", "cached_input_tokens", "output_tokens", "reasoning_output_tokens"];

/** The parts that a message of a role holds. */
const PARTS: Readonly<Record<string, readonly unknown[]>> = {
  user: ["input_text", "input_image"],
  developer: ["input_text"],
  assistant: ["output_text"],
};

export function plainRollout(lines: readonly JsonObject[]): PlainRollout {
  const faults: string[] = [];
  let history: JsonObject[] = [];
  let name: string | undefined;
  const shown: string[] = [];
  const wants = (holds: boolean, fault: string) => holds || faults.push(fault);

  for (const [index, { timestamp, type, payload, ...more }] of lines.entries()) {
    const told = payload as JsonObject;
    const at = `line ${index}, ${JSON.stringify([type, told["type"]])}`;
    wants(Object.keys(more).length === 0 && !Number.isNaN(Date.parse(String(timestamp))), `${at}: envelope`);
    wants((type === "session_meta") === (index === 0), `${at}: one session_meta, and it stands first`);
    if (type === "session_meta")
      for (const key of META) wants(typeof told[key] === "string", `${at}: ${key}`);
    else if (type === "turn_context") {
      for (const key of TURN) wants(told[key] !== undefined, `${at}: ${key}`);
      wants(EFFORTS.includes(told["effort"]), `${at}: effort ${String(told["effort"])}`);
    } else if (type === "response_item") {
      history.push(told);
      wants(isItem(told), `${at}: ${JSON.stringify(told)}`);
    } else if (type === "compacted") {
      wants(typeof told["message"] === "string", `${at}: message`);
      history = [...(told["replacement_history"] as JsonObject[])];
      wants(history.every(isItem), `${at}: ${JSON.stringify(history)}`);
    } else if (type === "event_msg") {
      const event = told["type"];
      if (event === "user_message" || event === "agent_message") shown.push(String(told["message"]));
      else if (event === "thread_name_updated") name = String(told["thread_name"]);
      else wants(event === "token_count" && isCount(told), `${at}: ${JSON.stringify(told)}`);
    } else wants(false, at);
  }
  return { meta: lines[0]!["payload"] as JsonObject, name, history: paired(history, faults), shown, faults };
}

function isItem(item: JsonObject): boolean {
  switch (item["type"]) {
    case "message":
      return isListOf(item["content"], PARTS[String(item["role"])] ?? []);
    case "function_call":
      return isText(item["name"]) && isText(item["call_id"]) && isText(item["arguments"]);
    case "function_call_output":
      return isText(item["call_id"]) && (isText(item["output"]) || isListOf(item["output"], PARTS["user"]!));
    case "reasoning":
      return Array.isArray(item["summary"]) && isText(item["encrypted_content"]);
    default:
      return false;
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** A list that is not empty, of parts of these types. */
function isListOf(value: unknown, types: readonly unknown[]): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (part: JsonObject) => types.includes(part["type"]) && isText(part["text"] ?? part["image_url"]),
  );
}

function isCount({ info }: JsonObject): boolean {
  const { total_token_usage: total, last_token_usage: last } = info as Record<string, JsonObject>;
  return COUNTS.every((key) => Number(total![key]) >= Number(last![key]) && Number.isInteger(last![key]));
}

/** The agent gives a call without an output one, and leaves out what answers no call; nothing else it mends. */
function paired(history: readonly JsonObject[], faults: string[]): JsonObject[] {
  const open = new Set<unknown>();
  const calls = new Set<unknown>();
  for (const { type, call_id: id } of history) {
    if (type === "function_call") {
      if (calls.has(id)) faults.push(`a second call ${String(id)}`);
      calls.add(id);
      open.add(id);
    } else if (type === "function_call_output" && !open.delete(id))
      faults.push(`no call waits for the output ${String(id)}`);
  }
  return history.flatMap((item) =>
    item["type"] === "function_call" && open.has(item["call_id"])
      ? [item, { type: "function_call_output", call_id: item["call_id"], output: "aborted" }]
      : [item],
  );
}
