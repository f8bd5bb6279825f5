import type { JsonObject } from "../../src/format/json.ts";

/** What Chat Completions would refuse in a history, by the rules of its messages alone. */
export function faultsInChat(messages: readonly JsonObject[]): string[] {
  const faults: string[] = [];
  let open: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    const at = `message ${index}, ${String(role)}`;
    if (role !== "tool" && open.length > 0) faults.push(`${at}: calls without a result: ${open.join()}`);
    if (role === "tool") {
      const place = open.indexOf(message["tool_call_id"]);
      if (place < 0) faults.push(`${at}: a result that no call directly before waits for`);
      else open.splice(place, 1);
    } else open = ((message["tool_calls"] ?? []) as JsonObject[]).map(({ id }) => id);
    if (new Set(open).size < open.length) faults.push(`${at}: two calls with one id`);
    if (!isMessage(message)) faults.push(`${at}: ${JSON.stringify(message)}`);
  }
  return open.length > 0 ? [...faults, `calls without a result: ${open.join()}`] : faults;
}

function isMessage({ role, content, tool_calls: calls }: JsonObject): boolean {
  if (role === "system" || role === "developer" || role === "tool") return isContent(content, ["text"]);
  if (role === "user") return isContent(content, ["text", "image_url"]);
  if (role !== "assistant") return false;
  if (calls === undefined) return isContent(content, ["text"]);
  const isSilent = content === undefined || content === null;
  return (
    (isSilent || isContent(content, ["text"])) && (calls as JsonObject[]).length > 0 && isAll(calls, isCall)
  );
}

function isContent(content: unknown, types: readonly unknown[]): boolean {
  if (typeof content === "string") return true;
  return isAll(content, (part) => types.includes(part["type"])) && (content as unknown[]).length > 0;
}

function isCall({ id, type, function: called }: JsonObject): boolean {
  const { name, arguments: given } = called as JsonObject;
  if (typeof id !== "string" || id.length > 40 || type !== "function") return false;
  const input: unknown = JSON.parse(String(given));
  return /^[A-Za-z0-9_-]{1,64}$/.test(String(name)) && typeof input === "object" && !Array.isArray(input);
}

function isAll(list: unknown, holds: (value: JsonObject) => boolean): boolean {
  return Array.isArray(list) && list.every((value) => holds(value as JsonObject));
}
