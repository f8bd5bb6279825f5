/** The logs that tests read, the sessions that `npm start` imports, and the generator of large logs. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export { buildLog, writeLog, type BuiltLog, type LogPlan } from "./build-log.ts";
export type { LengthShare } from "./prose.ts";

/** The sessions that ship for `npm start`: whole ones, that a person likes to read. Oldest first. */
export const samples = ["pi-v1-first-steps", "pi-v3-forecast-cache", "native-v2-rain-alert"] as const;

/** The name of a sample session. */
export type SampleName = (typeof samples)[number];

/** The path of a sample session. */
export function sampleFile(name: SampleName): string {
  return fileURLToPath(new URL(`samples/${name}.jsonl`, import.meta.url));
}

/** The names of the small logs: one for every version and dialect. */
export function logNames(): string[] {
  const files = readdirSync(new URL("logs/", import.meta.url)).filter((file) => file.endsWith(".jsonl"));
  return files.map((file) => file.replace(/\.jsonl$/, "")).toSorted();
}

/** The path of a small log. */
export function logFile(name: string): string {
  return fileURLToPath(new URL(`logs/${name}.jsonl`, import.meta.url));
}

/** The bytes of a small log. */
export function logSample(name: string): Buffer {
  return readFileSync(logFile(name));
}
