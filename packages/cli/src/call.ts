/** What a command was called with: its arguments in order, and its own options. */
export interface Call<Options = object> {
  readonly args: readonly string[];
  readonly options: Options;
  /** What stands behind `--`, if that is there; `args` is without it. */
  readonly program: readonly string[] | undefined;
}
