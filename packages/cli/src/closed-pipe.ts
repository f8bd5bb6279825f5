const CLOSED: ReadonlySet<unknown> = new Set(["EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_DESTROYED"]);

/** Whether a write failed because nobody reads any more (`| head`, a pager that was left): no error for a command. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && CLOSED.has((error as NodeJS.ErrnoException).code);
}
