import type { Run } from "../run.ts";
import { isClosedPipe } from "../closed-pipe.ts";

/** less: leave if it fits the screen, keep colours, keep the text on the screen afterwards. */
const LESS = "FRX";

/**
 * Writes a long text to stdout, through a pager where a terminal is attached.
 * @param from what the pager shows first of a text that is longer than the screen
 */
export async function page(
  run: Run,
  whole: Iterable<string>,
  from: "start" | "end" = "start",
): Promise<void> {
  const { context, options } = run;
  const { env, stdout } = context;
  const pager = env["SESSIONS_PAGER"] ?? env["PAGER"] ?? "less";
  const direct =
    !stdout.isTTY || options.pager === false || pager === "" || pager === "cat" || env["TERM"] === "dumb";
  const text = from === "end" && !direct ? [...whole] : whole;
  if (!direct) {
    // Told to go to the end, less does not leave by itself where the text fits.
    const less = from === "end" && isLonger(text, stdout.rows) ? `${LESS} +G` : LESS;
    const pagerEnv = { LESS: env["LESS"] ?? less, LV: env["LV"] ?? "-c" };
    const code = await context.run({ command: pager, args: [], shell: true, env: pagerEnv, input: text });
    // 126 and 127: the shell could not start it, so nothing was shown.
    if (code !== 126 && code !== 127) return;
    await run.warn(`the pager could not be started: ${pager}`);
  }
  try {
    for (const part of text) await stdout.write(part);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

function isLonger(text: Iterable<string>, rows: number): boolean {
  let lines = 0;
  for (const part of text) lines += part.split("\n").length - 1;
  return lines >= rows;
}
