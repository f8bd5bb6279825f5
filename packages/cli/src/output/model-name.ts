import type { ModelRef } from "@session-tree/core";
import { cleanLine } from "./sanitize.ts";

/** A model's name, without the date that many carry. Safe to print. */
export function modelName(model: ModelRef | null): string {
  return model === null ? "" : cleanLine(model.model.replace(/-20\d{6}$/, ""));
}
