import type { Report } from "./report.ts";

/** What the content of a failed tool result is made of. */
export interface ResultContent {
  /** Whether it has a text that is not blank. */
  readonly hasText: boolean;
  /** Where something else than text stands. */
  readonly others: readonly string[];
}

/** A result that says it is an error needs content, and only text (markform#153, vellum#18387). */
export function checkErrorResult(content: ResultContent, at: string, report: Report): void {
  if (!content.hasText && content.others.length === 0)
    report.error("error-result-empty", at, "the result of a failed call needs a text");
  for (const other of content.others)
    report.error("error-result-media", other, "the result of a failed call may hold only text");
}
