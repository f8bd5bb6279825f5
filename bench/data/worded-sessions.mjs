import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "./random.mjs";

const SYLLABLES = "ba con de fi gra in jo ker lu mem no per qua ra sto ter un ver wi x y zen sy ro pre".split(
  " ",
);
const CJK = "東京都庁の設定を変更する測定値データ保存";
const TOOLS = ["bash", "read", "edit", "grep"];
const LINES_PER_WRITE = 200;

/**
 * Writes native sessions of `bytes` in all below `root`, as agents make them: questions, answers with calls, and
 * results, some of them long. Words are drawn as often as those of a language are. Gives the logs.
 */
export function writeSessions(root, { bytes, sessions = 200, seed = 1 }) {
  const random = seeded(seed);
  const vocabulary = Array.from({ length: 20_000 }, () => word(random));
  const folder = join(root, "projects", "project-0123456789ab");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return Array.from({ length: sessions }, (_, session) =>
    writeSession(folder, session, bytes / sessions, random, vocabulary),
  );
}

function writeSession(folder, number, bytes, random, vocabulary) {
  const start = Date.UTC(2026, 0, 1) + number * 3_600_000;
  const id = `session-${String(number).padStart(6, "0")}`;
  const timestamp = new Date(start).toISOString();
  const path = join(folder, `${id}.jsonl`);
  const file = openSync(path, "wx", 0o600);
  const header = {
    type: "session",
    format: "session-tree",
    version: 2,
    id,
    timestamp,
    cwd: "/home/ada/project",
  };
  let lines = [JSON.stringify(header)];
  let written = 0;
  let parentId = null;
  const ends = [];
  for (let entry = 0; written < bytes; entry++) {
    if (entry % 40 === 39 && random() < 0.5) parentId = ends[Math.floor(random() * ends.length)] ?? parentId;
    const time = new Date(start + entry * 1000).toISOString();
    const own = uuid(start + entry * 1000, random);
    const message = messageOf(entry, random, vocabulary);
    lines.push(JSON.stringify({ type: "message", id: own, parentId, timestamp: time, message }));
    parentId = own;
    if (entry % 20 === 0) ends.push(own);
    written += lines.at(-1).length + 1;
    if (lines.length >= LINES_PER_WRITE || written >= bytes) {
      writeSync(file, `${lines.join("\n")}\n`);
      lines = [];
    }
  }
  closeSync(file);
  return { file: path, bytes: written };
}

function messageOf(entry, random, vocabulary) {
  const text = (length) => ({ type: "text", text: prose(length, random, vocabulary) });
  const name = TOOLS[entry % TOOLS.length];
  const call = entry - (entry % 2);
  if (entry % 20 === 0) return { role: "user", content: [text(300)] };
  if (entry % 2 === 1) {
    const input = { command: prose(random() < 0.1 ? 2000 : 120, random, vocabulary) };
    const content = [text(400), { type: "toolCall", id: `toolu_${call}`, name, input }];
    const usage = { inputTokens: 12, outputTokens: 240, cacheReadTokens: 41_000, cacheWriteTokens: 800 };
    return { role: "assistant", content, provider: "anthropic", model: "claude-opus-4-5", usage };
  }
  const length = [600, 1500, 1500, 6000, 20_000][Math.floor(random() ** 2 * 5)];
  return { role: "toolResult", toolCallId: `toolu_${call}`, toolName: name, content: [text(length)] };
}

function prose(length, random, vocabulary) {
  const any = () => vocabulary[Math.floor(vocabulary.length ** random())];
  let made = "";
  while (made.length < length) {
    const kind = random();
    if (kind < 0.84) made += any();
    else if (kind < 0.9) made += `${any()}${capital(any())}`;
    else if (kind < 0.93) made += `${any()}_${any()}`;
    else if (kind < 0.95) made += `src/${any()}/${any()}.ts:${Math.floor(random() * 900)}`;
    else if (kind < 0.96) made += Math.floor(random() * 2 ** 32).toString(16);
    else if (kind < 0.97) made += CJK.slice(Math.floor(random() * 10)).slice(0, 6);
    else if (kind < 0.985) made += `${any()}(${any()});\n\t`;
    else made += `"${any()}": ${Math.floor(random() * 1000)},\n`;
    made += " ";
  }
  return made;
}

function word(random) {
  let made = "";
  for (let length = 1 + Math.floor(random() * 4); length > 0; length--)
    made += SYLLABLES[Math.floor(random() * SYLLABLES.length)];
  return made;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function uuid(time, random) {
  const hex = (digits) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  const stamp = time.toString(16).padStart(12, "0");
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}
