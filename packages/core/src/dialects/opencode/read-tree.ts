import { basename, dirname, join } from "node:path";
import type { JsonObject } from "../../format/json.ts";
import { unlessRefused } from "../../log/io-error.ts";
import { fileSize } from "../file-size.ts";
import { namesIn } from "../folder-names.ts";
import { readText } from "../read-text.ts";
import { isoTime, objectAt, objectFrom } from "./fields.ts";
import { type Stored, type StoredPart, type StoredSession, withoutIds } from "./stored.ts";

/** The files of a session's messages and their parts, from `storage/session/<project>/<id>.json`. */
export function* filesOfContent(file: string): Generator<string> {
  for (const name of jsonNames(messageFolder(file))) {
    yield join(messageFolder(file), name);
    const parts = partFolder(file, nameOf(name));
    for (const part of jsonNames(parts)) yield join(parts, part);
  }
}

/** A session that is stored as one JSON file for each record. The names of the files are the ids. */
export function storedInTree(file: string): StoredSession {
  const info = objectIn(file);
  return { id: nameOf(file), info: info ?? {}, content: contentOf(file, info !== undefined) };
}

function* contentOf(file: string, isWhole: boolean): Generator<Stored> {
  if (!isWhole) yield damaged(file);
  const folder = messageFolder(file);
  const found: { name: string; time: string }[] = [];
  for (const name of jsonNames(folder)) {
    const info = objectIn(join(folder, name));
    if (info === undefined) yield damaged(join(folder, name));
    else found.push({ name, time: isoTime(objectAt(info, "time")["created"]) });
  }
  // The names are in order already, and the sort is stable.
  for (const { name } of found.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))) {
    const id = nameOf(name);
    const parts: StoredPart[] = [];
    for (const part of jsonNames(partFolder(file, id))) {
      const value = objectIn(join(partFolder(file, id), part));
      if (value === undefined) yield damaged(join(partFolder(file, id), part));
      else parts.push({ id: nameOf(part), value: withoutIds(value) });
    }
    yield { message: { id, info: withoutIds(objectIn(join(folder, name)) ?? {}), parts } };
  }
}

function messageFolder(file: string): string {
  return join(storageOf(file), "message", nameOf(file));
}

function partFolder(file: string, message: string): string {
  return join(storageOf(file), "part", message);
}

function storageOf(file: string): string {
  return dirname(dirname(dirname(file)));
}

function nameOf(file: string): string {
  return basename(file).replace(/\.json$/, "");
}

function jsonNames(folder: string): string[] {
  return namesIn(folder).files.filter((name) => name.endsWith(".json") && !name.startsWith("."));
}

function objectIn(file: string): JsonObject | undefined {
  return objectFrom(unlessRefused(() => readText(file)) ?? "");
}

function damaged(file: string): Stored {
  return { damage: { file, offset: 0, length: fileSize(file), kind: "not-json", detail: "no JSON object" } };
}
