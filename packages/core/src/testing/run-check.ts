import { isJsonObject, type JsonObject } from "../format/json.ts";
import { Report } from "./report.ts";
import { checkValues } from "./request-values.ts";
import type { Violation } from "./violation.ts";

/** What a checker knows of its target before it looks at a message. */
export interface Target {
  readonly name: string;
  /** The field with the history. */
  readonly history: string;
  /** Whether the request may hold bytes: it is one of an SDK, not JSON. */
  readonly bytes?: boolean;
}

/**
 * Runs the rules of a target over a request: first those that every target has. Nothing is thrown, whatever the
 * request is.
 */
export function runCheck(
  target: Target,
  request: unknown,
  check: (body: JsonObject, report: Report, units: number) => void,
): Violation[] {
  const report = new Report(target.name);
  if (!isJsonObject(request)) {
    report.error("wrong-type", "", "a request is an object");
    return report.violations;
  }
  try {
    const units = checkValues(request, report, target.bytes === true);
    const history = request[target.history];
    if (history === undefined || (Array.isArray(history) && history.length === 0))
      report.error("empty", target.history, "the history has no messages");
    else check(request, report, units);
  } catch (error) {
    // A getter or a proxy of the caller: what it throws is theirs, and no sound request holds one.
    report.error("unreadable", "", `the request cannot be read: ${messageOf(error)}`);
  }
  return report.violations;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "something was thrown";
}
