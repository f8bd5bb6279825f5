/** What the command's exit code tells a script. Stable. */
export const ExitCode = {
  Done: 0,
  Failed: 1,
  Usage: 2,
  NotFound: 3,
  Ambiguous: 4,
  DamageFound: 5,
} as const;
