// A projection in short: one line for each message.

/** The messages of what `sessions project --json` printed, cut to `width`. */
export function outline({ messages, model }, width) {
  const end = model === null ? "" : ` for ${model.model}`;
  return [...messages.map((message) => lineOf(message, width)), `  ${messages.length} messages${end}`];
}

function lineOf({ role, content }, width) {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const text = blocks.map(blockText).filter(Boolean).join(" · ");
  return cut(`  ${role.padEnd(10)}  ${printable(text)}`, width);
}

function blockText(block) {
  if (block.type === "text") return block.text;
  if (block.type === "toolCall") return `${block.name} ${JSON.stringify(block.input)}`;
  return block.type === "thinking" ? "" : `[${block.type}]`;
}

/** Text of a session is not trusted: what could steer a terminal becomes a space. */
function printable(text) {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
}

function cut(text, width) {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}
