import type { Usage } from "../format/messages.ts";
import { USAGE_SUMS } from "../format/usage-fields.ts";
import type { ResponseUsage } from "../usage/response-usage.ts";
import type { SessionSummary } from "./summary.ts";
import type { SurveyState } from "./survey.ts";

/** What is kept of a survey, to go on from there; the summary has the rest. */
interface KeptSurvey extends Pick<SurveyState, "name" | "cwd" | "latest" | "nextAt"> {
  readonly settled: Usage;
  /** A key, and what each of the usage's fields says. */
  readonly recent: readonly (readonly [string, ...(number | null | undefined)[]])[];
}

export function keptSurvey({ name, cwd, latest, nextAt, usage }: SurveyState): KeptSurvey {
  const { settled, recent } = usage;
  return {
    name,
    cwd,
    latest,
    nextAt,
    settled,
    recent: recent.map((response) => [response.key, ...USAGE_SUMS.map((field) => response.usage[field])]),
  };
}

export function surveyOf(
  { settled, recent, name, cwd, ...times }: KeptSurvey,
  { title, messages, tags, archived }: SessionSummary,
): SurveyState {
  const usage = { settled, recent: recent.map(responseOf) };
  return { name, cwd, ...times, usage, title, messages, tags: [...tags], archived, damage: [] };
}

function responseOf([key, ...told]: KeptSurvey["recent"][number]): Pick<ResponseUsage, "key" | "usage"> {
  const usage: Usage = {};
  for (const [place, field] of USAGE_SUMS.entries()) {
    const value = told[place];
    if (value !== undefined && value !== null) usage[field] = value;
  }
  return { key, usage };
}
