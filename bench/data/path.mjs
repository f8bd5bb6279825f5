import { seeded } from "./random.mjs";

// As code and its output are: with quotes, tabs and line ends, which JSON has to escape.
const WORDS =
  'const offset = map.get("entry-17");\n\tif (offset === undefined) throw new Error("not there");\n\treturn read(file, offset);\n// the parser keeps it until it is asked for\n'.split(
    /(?<= )/,
  );

/** A path as an agent writes it: questions, thinking, calls and their results, of the sizes that real logs have. */
export function agentPath(messages, seed = 1) {
  const random = seeded(seed);
  const text = (characters) => {
    let words = "";
    while (words.length < characters) words += WORDS[Math.floor(random() * WORDS.length)];
    return words.slice(0, characters);
  };
  const made = [];
  let parentId = null;
  const push = (message) => {
    const id = `e${made.length}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1) + made.length * 1000).toISOString();
    made.push({ type: "message", id, parentId, timestamp, message });
    parentId = id;
  };
  for (let turn = 0; made.length < messages; turn++) {
    if (turn % 10 === 0) push({ role: "user", content: [{ type: "text", text: text(200) }] });
    const calls = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, index) => ({
      type: "toolCall",
      id: `toolu_${turn}_${index}`,
      name: "bash",
      input: { command: text(80), timeout: 10 },
    }));
    const thinking = { type: "thinking", thinking: text(300), signature: "c2ln".repeat(60) };
    push({
      role: "assistant",
      content: [thinking, { type: "text", text: text(150) }, ...calls],
      provider: "anthropic",
      api: "anthropic",
      model: "claude-opus-4-5",
      stopReason: "toolUse",
      usage: { inputTokens: 10, outputTokens: 200, cacheReadTokens: 20_000, cacheWriteTokens: 900 },
    });
    for (const { id } of calls)
      push({
        role: "toolResult",
        toolCallId: id,
        toolName: "bash",
        content: [{ type: "text", text: text(1500) }],
      });
  }
  return made.slice(0, messages);
}
