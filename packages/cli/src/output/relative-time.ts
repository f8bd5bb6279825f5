const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time as a person tells it: `5 min ago`, `3 d ago`, and from a month on the date. */
export function relativeTime(iso: string | null, now: Date): string {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(time)) return "unknown";
  const age = now.getTime() - time;
  if (age < -MINUTE) return day(time);
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d ago`;
  return day(time);
}

/** The same where there is little room: `5m`, `3h`, `12d`, `4mo`, `2y`. */
export function shortRelativeTime(iso: string | null, now: Date): string {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(time)) return "?";
  const age = now.getTime() - time;
  if (age < -MINUTE) return day(time);
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < 60 * DAY) return `${Math.floor(age / DAY)}d`;
  if (age < 730 * DAY) return `${Math.floor(age / (30 * DAY))}mo`;
  return `${Math.floor(age / (365 * DAY))}y`;
}

/** The day and the time of day, `2026-01-31 10:02`; empty if unknown. */
export function localTime(iso: string | null | undefined, timeZone: string | undefined): string {
  const time = typeof iso === "string" ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(time)) return "";
  return clockOf(timeZone).format(time);
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** A formatter is costly to make and shown once for every message. */
function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // Sweden writes days as ISO 8601 does.
    clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
