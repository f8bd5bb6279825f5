import { expect, test } from "vitest";
import { isToolCall, openStore, toBlocks, type Message } from "../../packages/core/src/index.ts";
import { blocks, runExample } from "./support.ts";

test("the examples for hosts run, as one program", async () => {
  const requests: (readonly Message[])[] = [];
  const call = { type: "toolCall" as const, id: "c", name: "bash", input: { command: "npm test" } };
  const callModel = async (messages: readonly Message[]): Promise<Message> => {
    requests.push(messages);
    const content = requests.length === 1 ? [call] : "Done.";
    return { role: "assistant", content, model: "m" };
  };
  const scope = { openStore, isToolCall, toBlocks, callModel, runTool: async () => "all passed" };
  const code = blocks("docs/hosts.md", "ts").join("\n");

  expect(await runExample(code, scope, ["clean", "messages"])).toEqual({
    clean: true,
    messages: [
      { role: "user", content: [{ type: "text", text: "The tests pass. Now write the changelog." }] },
    ],
  });
  expect(requests.map((messages) => messages.map(({ role }) => role))).toEqual([
    ["user"],
    ["user", "assistant", "toolResult"],
  ]);
});
