import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readPriceTable, type PriceTable } from "@session-tree/core";
import type { Run } from "./run.ts";
import { UsageError } from "./usage-error.ts";

/** The price table in a file of the caller's; undefined if none is named. */
export async function readPrices(run: Run, file: string | undefined): Promise<PriceTable | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(resolve(run.context.cwd, file), "utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readPriceTable(value);
}
