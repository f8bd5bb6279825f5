import { InvalidArgumentError } from "commander";

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** The number that an option's value says. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Give a whole number, 1 or more.");
  return Number(text);
}

/** The milliseconds that an option's value says in hours, days or weeks. */
export function age(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  if (unit === undefined)
    throw new InvalidArgumentError("Give hours, days or weeks, such as 12h, 30d or 2w.");
  return Number(number) * UNITS[unit]!;
}
