import { resolve } from "node:path";
import { agentNamed, agents } from "../dialects/agents.ts";
import { SessionTreeError } from "../errors.ts";
import type { PassageRole } from "./passages.ts";

/** What narrows a search. Several of a kind: one of them. */
export interface FilterOptions {
  /** Whose words: `user`, `assistant`, `tool` or `summary`; in a deep search also `other`. */
  readonly role?: string | readonly string[] | undefined;
  /** Names of tools, whole; case does not matter. */
  readonly tool?: string | readonly string[] | undefined;
  /** An absolute path, `.` or another path that begins with a dot (with what is below it), or a part of a path. */
  readonly project?: string | readonly string[] | undefined;
  /** Agents, such as `native` or `pi`, or the first part of a name: `claude`. */
  readonly agent?: string | readonly string[] | undefined;
  /** Not older: an age in hours, days or weeks (`12h`, `7d`, `2w`), or a date in ISO 8601. */
  readonly since?: string | undefined;
  /** The directory that paths of projects are relative to. */
  readonly cwd?: string | undefined;
}

/** The filters of a query; what is undefined lets everything through. */
export interface Filters {
  readonly roles: ReadonlySet<PassageRole> | undefined;
  /** In lower case. */
  readonly tools: ReadonlySet<string> | undefined;
  readonly agents: ReadonlySet<string> | undefined;
  /** Whether a session of that directory is wanted. */
  readonly inProject: ((cwd: string | null) => boolean) | undefined;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
}

const ROLES: readonly string[] = ["user", "assistant", "tool", "summary", "other"] satisfies PassageRole[];

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/**
 * @param typed filters of the query itself, together with those of `options`
 * @throws SessionTreeError `INVALID_ARGUMENT`
 */
export function readFilters(
  typed: readonly (readonly [key: string, value: string])[],
  options: FilterOptions & { readonly now: number },
): Filters {
  const all = (key: "role" | "tool" | "project" | "agent" | "since"): string[] | undefined => {
    const values = [options[key] ?? [], ...typed.filter(([name]) => name === key).map(([, value]) => value)];
    return values.flat().length === 0 ? undefined : values.flat();
  };
  const roles = all("role")?.map((role) => role.toLowerCase());
  const odd = roles?.find((role) => !ROLES.includes(role));
  if (odd !== undefined)
    throw invalid(`there is no role ${JSON.stringify(odd)}`, `Roles: ${ROLES.join(", ")}.`);
  const wanted = all("agent")?.map(agentOf);
  const projects = all("project")?.map((project) => projectTest(project, options.cwd ?? "/"));
  const since = all("since")?.map((text) => timeOf(text, options.now));
  return {
    roles: roles && new Set(roles as PassageRole[]),
    tools: setOf(all("tool")),
    agents: wanted && new Set(wanted),
    inProject: projects && ((cwd) => cwd !== null && projects.some((test) => test(cwd.normalize("NFC")))),
    since: since && Math.max(...since),
  };
}

function setOf(values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return values && new Set(values.map((value) => value.toLowerCase()));
}

function agentOf(word: string): string {
  const name = agentNamed(word.toLowerCase());
  if (name !== undefined) return name;
  const known = ["native", ...agents.map((agent) => agent.name)].join(", ");
  throw invalid(`there is no agent ${JSON.stringify(word)}`, `Agents: ${known}.`);
}

function projectTest(wanted: string, cwd: string): (directory: string) => boolean {
  if (wanted.startsWith("/") || /^\.\.?([/\\]|$)/.test(wanted)) {
    const path = resolve(cwd, wanted).normalize("NFC");
    return (directory) => directory === path || directory.startsWith(path === "/" ? path : `${path}/`);
  }
  const part = wanted
    .replace(/^~(?=\/)/, "")
    .normalize("NFC")
    .toLowerCase();
  return (directory) => directory.toLowerCase().includes(part);
}

function timeOf(text: string, now: number): number {
  const [, number, unit] = /^(\d{1,5})([hdw])$/i.exec(text) ?? [];
  if (unit !== undefined) return now - Number(number) * UNITS[unit.toLowerCase()]!;
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw invalid(
      `${JSON.stringify(text)} is no time`,
      "Give an age such as 12h, 7d or 2w, or a date such as 2026-01-31.",
    );
  return time;
}

function invalid(message: string, hint: string): SessionTreeError {
  return new SessionTreeError("INVALID_ARGUMENT", `search: ${message}`, { hint });
}
