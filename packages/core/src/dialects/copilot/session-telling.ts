import { objectIn, textIn } from "../../answers/answer-parts.ts";
import { isToolCall } from "../../format/blocks.ts";
import type { Entry } from "../../format/entries.ts";
import type { JsonObject } from "../../format/json.ts";
import { amount } from "../../usage/raw-fields.ts";
import { keptAs } from "../kept-as.ts";
import { Telling } from "../telling.ts";
import type { CopilotEvent } from "./event.ts";
import { answerContent, resultContent, userContent } from "./messages.ts";
import { Spent } from "./spent.ts";

const PROVIDER = "github-copilot";

/** An event with the id and time of what is told of it. */
interface Told extends CopilotEvent {
  readonly id: string;
  readonly timestamp: string;
}

/** Tells the events of a session, one after the other; each subagent from a root of its own, as that is all it saw. */
export class SessionTelling {
  readonly #own = new Telling();
  readonly #subagents = new Map<string, Telling>();
  /** Names of tools by the calls that wait for their results. */
  readonly #waiting = new Map<string, string>();
  readonly #spent = new Spent();
  /** The system prompt of each agent. */
  readonly #prompts = new Map<Telling, string>();
  #last: Telling = this.#own;
  #cwd: string | undefined;

  constructor(cwd: string | undefined) {
    this.#cwd = cwd;
  }

  /** Takes the next event. Gives what is told by now. */
  take(event: Told): Entry[] {
    const telling = this.#tellingOf(event.agent);
    const before = telling === this.#last ? [] : this.end();
    this.#last = telling;
    this.#tell(event, telling);
    return before.concat(telling.drain());
  }

  /** There are no more events, or none of the agent that spoke last. */
  end(): Entry[] {
    this.#last.settle();
    return this.#last.drain();
  }

  /** Where the session's own agent stands, if a subagent was the last to speak. */
  get leaf(): string | undefined {
    return this.#last === this.#own ? undefined : (this.#own.head ?? undefined);
  }

  #tellingOf(agent: string | undefined): Telling {
    if (agent === undefined) return this.#own;
    const known = this.#subagents.get(agent);
    if (known !== undefined) return known;
    const telling = new Telling();
    this.#subagents.set(agent, telling);
    return telling;
  }

  #tell(event: Told, telling: Telling): void {
    const { type, data, id, timestamp } = event;
    switch (type) {
      case "user.message":
        return this.#user(event, telling);
      case "assistant.message":
        return this.#answer(event, telling);
      case "tool.execution_complete":
        return this.#result(event, telling);
      case "system.message":
        return this.#systemMessage(event, telling);
      case "system.notification":
        return said(event, telling, "notification");
      case "session.compaction_complete":
        return compaction(event, telling);
      case "session.model_change":
      case "session.start": {
        const model = textIn(data, "newModel") ?? textIn(data, "selectedModel");
        custom(event, telling);
        if (model !== undefined)
          telling.tell({ type: "model_change", id: `${id}-model`, timestamp, provider: PROVIDER, model });
        return;
      }
      case "session.resume":
      case "session.context_changed":
        custom(event, telling);
        return this.#directory(event, telling);
      case "session.title_changed": {
        const name = textIn(data, "title");
        custom(event, telling);
        if (name !== undefined) telling.tell({ type: "session_info", id: `${id}-name`, timestamp, name });
        return;
      }
      case "session.shutdown":
        telling.settle();
        custom(event, telling);
        for (const [index, { model, usage }] of [...this.#spent.since(data)].entries()) {
          const from = { provider: PROVIDER, model, responseId: `${id}-${model}` };
          telling.tell({
            type: "usage",
            id: `${id}-usage-${index}`,
            timestamp,
            kind: "session",
            ...from,
            usage,
          });
        }
        return;
      case "tool.execution_start":
        this.#call(textIn(data, "toolCallId"), textIn(data, "toolName"));
        return custom(event, telling);
      default:
        return custom(event, telling);
    }
  }

  #call(id: string | undefined, name: string | undefined): void {
    if (id !== undefined && name !== undefined) this.#waiting.set(id, name);
  }

  #user(event: Told, telling: Telling): void {
    const { data, id, timestamp } = event;
    const source = textIn(data, "source");
    telling.settle();
    if (source !== undefined && source !== "user") return said(event, telling, source);
    const content = userContent(data);
    const message = { role: "user", content, ...keptOf(event, ["content"]) };
    telling.tell({ type: "message", id, timestamp, message });
  }

  /** One response may be told in chunks, each an event. */
  #answer(event: Told, telling: Telling): void {
    const { data, id, timestamp } = event;
    const content = answerContent(data);
    for (const call of content.filter(isToolCall)) this.#call(call.id, call.name);
    const responseId = textIn(data, "apiCallId") ?? textIn(data, "messageId");
    const outputTokens = amount(data["outputTokens"]);
    const stopReason = content.some(isToolCall) ? "toolUse" : "stop";
    const { open } = telling;
    const goesOn = open !== undefined && !open.complete && open.message.content.length < MOST_PARTS;
    if (goesOn && responseId !== undefined && open.message.responseId === responseId) {
      open.message.content.push(...content);
      if ((outputTokens ?? 0) > (open.message.usage?.outputTokens ?? 0))
        open.message.usage = { outputTokens };
      if (stopReason === "toolUse") open.message.stopReason = stopReason;
      return custom(event, telling);
    }
    const [model, requestId] = [textIn(data, "model"), textIn(data, "requestId")];
    telling.begin(
      { type: "message", id, timestamp },
      {
        role: "assistant",
        content,
        provider: PROVIDER,
        ...(model !== undefined && { model }),
        stopReason,
        ...(outputTokens !== undefined && { usage: { outputTokens } }),
        ...(responseId !== undefined && { responseId }),
        ...(requestId !== undefined && { requestId }),
        ...keptOf(event, ["content", "reasoningText", "model", "toolRequests", "outputTokens", "requestId"]),
      },
    );
  }

  #result(event: Told, telling: Telling): void {
    const { data, id, timestamp } = event;
    const toolCallId = textIn(data, "toolCallId");
    if (toolCallId === undefined) return custom(event, telling);
    const toolName = textIn(data, "toolName") ?? this.#waiting.get(toolCallId);
    this.#waiting.delete(toolCallId);
    const message = {
      role: "toolResult",
      toolCallId,
      ...(toolName !== undefined && { toolName }),
      ...(typeof data["success"] === "boolean" && { isError: !data["success"] }),
      content: resultContent(data),
      ...keptOf(event, ["toolCallId", "toolName", "success"]),
    };
    telling.tellResult({ type: "message", id, timestamp, message });
  }

  /** A prompt that was told before is not told again when the session is resumed. */
  #systemMessage(event: Told, telling: Telling): void {
    const { data, id, timestamp } = event;
    const content = textIn(data, "content");
    if (content === undefined || content === this.#prompts.get(telling)) return custom(event, telling);
    this.#prompts.set(telling, content);
    telling.settle();
    const message = { role: "system", content, ...keptOf(event, ["content"]) };
    telling.tell({ type: "message", id, timestamp, message });
  }

  #directory({ data, id, timestamp }: Told, telling: Telling): void {
    const cwd = textIn(objectIn(data, "context"), "cwd") ?? textIn(data, "cwd");
    if (cwd === undefined || cwd === this.#cwd) return;
    this.#cwd = cwd;
    telling.tell({ type: "session_info", id: `${id}-cwd`, timestamp, cwd });
  }
}

/** No response has so many parts: an answer of more would fill the memory. */
const MOST_PARTS = 1024;

/** What is for the model, but not of the human. */
function said(event: Told, telling: Telling, kind: string): void {
  const { id, timestamp, data } = event;
  telling.settle();
  const content = userContent(data);
  const customType = `copilot:${kind}`;
  telling.tell({
    type: "custom_message",
    id,
    timestamp,
    customType,
    content,
    display: false,
    ...keptOf(event, ["content"]),
  });
}

/** What a compaction that went well keeps of the messages is not told: the summary stands for all. */
function compaction(event: Told, telling: Telling): void {
  const { id, timestamp, data } = event;
  const summary = textIn(data, "summaryContent");
  telling.settle();
  if (data["success"] === false || summary === undefined) return custom(event, telling);
  const tokensBefore = amount(data["preCompactionTokens"]);
  telling.tell({
    type: "compaction",
    id,
    timestamp,
    summary,
    firstKeptEntryId: null,
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...keptOf(event, ["summaryContent"]),
  });
}

function custom({ type, id, timestamp, value }: Told, telling: Telling): void {
  telling.tell({ type: "custom", id, timestamp, customType: `copilot:${type}`, data: value });
}

/** What is not told of an event's data, and of its envelope. */
function keptOf({ data, value }: Told, told: readonly string[]): JsonObject {
  const { type: _, id: _id, parentId: _parent, timestamp: _time, data: _data, ...envelope } = value;
  return keptAs("copilot", { ...envelope, ...data }, told);
}
