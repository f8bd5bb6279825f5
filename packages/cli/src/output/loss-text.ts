import type { LossReport } from "@session-tree/core";
import { count } from "./count.ts";
import { cleanLine } from "./sanitize.ts";

/** So many kinds are named, the most frequent first. */
const NAMED = 6;

/** So many notices are told; the others are counted. */
const TOLD = 10;

/** What of sessions is not understood, and what else to know of them: a line each, none if there is nothing. */
export function lossLines({ carried, damaged, notices }: LossReport): string[] {
  const kept = total(carried);
  const broken = total(damaged);
  const told = [...new Set(notices)];
  return [
    ...(kept > 0
      ? [
          `Carried along as they are: ${count(kept, "entry or block", "entries and blocks")} (${kinds(carried)})`,
        ]
      : []),
    ...(broken > 0 ? [`Damaged: ${count(broken, "range")} (${kinds(damaged)})`] : []),
    ...told.slice(0, TOLD).map(cleanLine),
    ...(told.length > TOLD ? [count(told.length - TOLD, "more notice")] : []),
  ];
}

/** A report of one of many: its notices say which one they are about. */
export function namedReport(report: LossReport, name: string): LossReport {
  return { ...report, notices: report.notices.map((notice) => `${name}: ${notice}`) };
}

/** One report of several sessions. */
export function sumOf(reports: readonly LossReport[]): LossReport {
  return {
    understood: reports.reduce((sum, { understood }) => sum + understood, 0),
    carried: merged(reports.map(({ carried }) => carried)),
    damaged: merged(reports.map(({ damaged }) => damaged)),
    notices: reports.flatMap(({ notices }) => notices),
  };
}

type Counts = Readonly<Record<string, number>>;

/** The sums of several counts, kind by kind. */
export function merged(all: readonly Counts[]): Counts {
  const sums = new Map<string, number>();
  for (const [kind, number] of all.flatMap(Object.entries<number>))
    sums.set(kind, (sums.get(kind) ?? 0) + number);
  return Object.fromEntries(sums);
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** The kinds of a count with their numbers, the most frequent first. */
export function kinds(counts: Counts): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const shown = sorted
    .slice(0, NAMED)
    .map(([kind, number]) => `${number.toLocaleString("en-US")} ${cleanLine(kind)}`);
  return [...shown, ...(sorted.length > NAMED ? ["…"] : [])].join(", ");
}
