const UNITS = ["bytes", "kB", "MB", "GB"];

/** A size as a person tells it: `812 bytes`, `1.2 kB`, `340 MB`. */
export function showBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  const digits = unit === 0 || size >= 10 ? 0 : 1;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}
