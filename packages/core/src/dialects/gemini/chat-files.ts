import { join } from "node:path";
import { unlessRefused } from "../../log/io-error.ts";
import { startOfFile } from "../../log/start-of-file.ts";
import { fileSize } from "../file-size.ts";
import { namesIn } from "../folder-names.ts";
import type { ForeignSession } from "../translation.ts";
import { sessionAmong } from "./detect.ts";

/** A chat's header is among so many bytes. */
const START = 4096;

/** The chats and saved checkpoints of all projects below Gemini CLI's `tmp` folder. */
export function* chatFiles(folder: string): Generator<ForeignSession> {
  for (const project of namesIn(folder).folders) {
    const chats = join(folder, project, "chats");
    const { files, folders } = namesIn(chats);
    yield* onePerSession(chats, files);
    for (const parent of folders)
      yield* onePerSession(join(chats, parent), namesIn(join(chats, parent)).files);
    for (const name of namesIn(join(folder, project)).files)
      if (/^checkpoint.*\.json$/.test(name)) yield { file: join(folder, project, name) };
  }
}

/** A chat that is resumed is written anew as lines, and a second file may be opened for it: the fuller one tells it. */
function* onePerSession(folder: string, names: readonly string[]): Generator<ForeignSession> {
  const chats = names.filter((name) => /\.jsonl?$/.test(name) && !name.startsWith("."));
  const byEnd = new Map<string, string[]>();
  for (const name of chats) {
    if (name.endsWith(".json") && chats.includes(`${name}l`)) continue;
    const end = /-([^-.]+)\.jsonl?$/.exec(name)?.[1] ?? name;
    byEnd.set(end, [...(byEnd.get(end) ?? []), join(folder, name)]);
  }
  for (const files of byEnd.values()) for (const file of fullest(files)) yield { file };
}

function fullest(files: readonly string[]): Iterable<string> {
  if (files.length === 1) return files;
  const bySession = new Map<string, string>();
  for (const file of files.toSorted((a, b) => fileSize(b) - fileSize(a))) {
    const session = sessionOf(file) ?? file;
    if (!bySession.has(session)) bySession.set(session, file);
  }
  return bySession.values();
}

function sessionOf(file: string): string | undefined {
  return unlessRefused(() => sessionAmong(startOfFile(file, START)));
}
