/**
 * Makes a value when it is first asked for. Schemas are made so: a start of the command that checks nothing would spend
 * a quarter of what Node itself needs on them.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
