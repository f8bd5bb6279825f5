import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { contextSize, isToolCall, openStore, readAnswer, render } from "../../packages/core/src/index.ts";
import { checkAnthropic } from "../../packages/core/src/testing/index.ts";
import { blocks, runExample } from "./support.ts";

interface Request {
  readonly messages: readonly { role: string; content: readonly { type: string }[] }[];
}

/** What the model answers, in order, in the form of the Messages API. */
const ANSWERS = [
  {
    id: "msg_1",
    content: [
      { type: "thinking", thinking: "Look first.", signature: "c2ln" },
      { type: "tool_use", id: "toolu_1", name: "bash", input: { command: "npm test" } },
    ],
    usage: { input_tokens: 100, output_tokens: 20 },
  },
  {
    id: "msg_2",
    content: [{ type: "tool_use", id: "toolu_2", name: "bash", input: { command: "sed -i …" } }],
    usage: { input_tokens: 200_000, output_tokens: 20 },
  },
  {
    id: "msg_3",
    content: [{ type: "text", text: "The tests pass.", citations: null }],
    usage: { input_tokens: 50, output_tokens: 5 },
  },
];

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "session-tree-"));
  return () => rmSync(root, { recursive: true });
});

/** Runs the README's agent against a model that follows a script; gives its requests. */
async function runAgent(answers: typeof ANSWERS, runTool: () => Promise<string>): Promise<Request[]> {
  const requests: Request[] = [];
  const create = async (request: Request) => {
    expect(checkAnthropic(request)).toEqual([]);
    requests.push(request);
    return answers[requests.length - 1];
  };
  const scope = {
    contextSize,
    isToolCall,
    readAnswer,
    render,
    openStore: () => openStore({ root, durability: "process" }),
    client: { messages: { create } },
    tools: [{ name: "bash", input_schema: { type: "object" } }],
    runTool,
    summarise: async () => "The tests failed at parse().",
  };
  await runExample(blocks("README.md", "ts")[1]!, scope, []);
  return requests;
}

/** The kinds of blocks in each message of each request. */
function shapes(requests: readonly Request[]): string[][] {
  return requests.map(({ messages }) =>
    messages.map(({ content }) => content.map(({ type }) => type).join(" ")),
  );
}

test("the README's agent calls tools, compacts what grows too large, and ends", async () => {
  expect(shapes(await runAgent(ANSWERS, async () => "ok"))).toEqual([
    ["text"],
    ["text", "thinking tool_use", "tool_result"],
    // Compacted: the summary stands before the question, and the thinking behind it is void.
    ["text text", "tool_use", "tool_result", "tool_use", "tool_result"],
  ]);
});

test("the README's agent goes on where it was killed", async () => {
  const killed = runAgent(ANSWERS, () => Promise.reject(new Error("killed")));
  await expect(killed).rejects.toThrow("killed");
  const requests = await runAgent(ANSWERS.slice(2), async () => "ok");
  expect(shapes(requests)).toEqual([["text", "thinking tool_use", "tool_result text"]]);
  expect(JSON.stringify(requests)).toContain("Its outcome is unknown");
});
