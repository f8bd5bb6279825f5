import { styleText } from "node:util";
import type { Output } from "../context.ts";

type Paint = (text: string) => string;

/** Colours by what they mean. Without colour every one gives the text as it is. */
export interface Style {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly id: Paint;
  readonly user: Paint;
  readonly agent: Paint;
  readonly tool: Paint;
  readonly label: Paint;
  readonly mark: Paint;
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
  /** What was searched for. */
  readonly hit: Paint;
}

/** A flag decides, then NO_COLOR, FORCE_COLOR, TERM=dumb, and whether the stream is a terminal. */
export function wantsColor(
  flag: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  stream: Output,
): boolean {
  if (flag !== undefined) return flag;
  if (env["NO_COLOR"]) return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY && env["TERM"] !== "dumb";
}

export function createStyle(color: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]): Paint =>
    color ? (text) => styleText(format, text, { validateStream: false }) : (text) => text;
  return {
    strong: paint("bold"),
    faint: paint("dim"),
    id: paint("yellow"),
    user: paint(["bold", "cyan"]),
    agent: paint("green"),
    tool: paint("blue"),
    label: paint("magenta"),
    mark: paint(["bold", "green"]),
    good: paint("green"),
    warn: paint("yellow"),
    bad: paint("red"),
    hit: paint(["bold", "red"]),
  };
}
