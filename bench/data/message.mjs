const MODEL = { provider: "anthropic", model: "claude-opus-4-5" };

/** Who speaks after a node: a call gets its result, a result an answer or the next call. */
export function nextRole(parent) {
  if (parent === undefined || (parent.role === "assistant" && parent.call === undefined)) return "user";
  return parent.role === "assistant" ? "toolResult" : "assistant";
}

/** A message whose long text is `text`; `call` is the call that a result answers, or that an assistant makes. */
export function messageOf(form, role, text, call, random) {
  const content = [{ type: "text", text }];
  const timestamp = form === "pi" ? { timestamp: 0 } : {};
  if (role === "user") return { role, content, ...timestamp };
  if (role === "toolResult")
    return { role, toolCallId: call, toolName: "bash", isError: false, content, ...timestamp };
  const id = random() < 0.85 ? `toolu_${Math.floor(random() * 1e12).toString(36)}` : undefined;
  if (id !== undefined) content.push(toolCall(form, id));
  const message = { role, content, ...MODEL, api: api(form), ...usage(form), ...timestamp };
  message.stopReason = id === undefined ? "stop" : "toolUse";
  // Known to the generator alone: JSON leaves it out.
  return Object.defineProperty(message, "call", { value: id });
}

function api(form) {
  return form === "pi" ? "anthropic-messages" : "anthropic";
}

function toolCall(form, id) {
  const input = { command: "pnpm test --filter core", timeout: 10 };
  return { type: "toolCall", id, name: "bash", ...(form === "pi" ? { arguments: input } : { input }) };
}

function usage(form) {
  if (form !== "pi")
    return { usage: { inputTokens: 10, outputTokens: 200, cacheReadTokens: 20_000, cacheWriteTokens: 900 } };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return { usage: { input: 10, output: 200, cacheRead: 20_000, cacheWrite: 900, totalTokens: 21_110, cost } };
}
