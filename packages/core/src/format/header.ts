import * as z from "zod/mini";
import { once } from "./once.ts";

/** The version of the log format that this library writes. */
export const FORMAT_VERSION = 2;

/** The `format` mark that tells our headers from those of other agents. */
export const FORMAT_NAME = "session-tree";

/** The first line of a log. */
export const headerSchema = once(() =>
  z
    .looseObject({
      type: z.literal("session"),
      format: z.literal(FORMAT_NAME),
      version: z.int().check(z.positive()),
      id: z.string().check(z.minLength(1)),
      timestamp: z.string(),
      cwd: z.string(),
      name: z.optional(z.string()),
      parentSession: z.optional(z.string()),
      forkedFrom: z.optional(z.nullable(z.string())),
      relation: z.optional(z.enum(["fork", "subagent", "handoff"])),
      git: z.optional(
        z.looseObject({
          root: z.optional(z.string()),
          branch: z.optional(z.string()),
          commit: z.optional(z.string()),
        }),
      ),
      host: z.optional(z.looseObject({ name: z.string(), version: z.optional(z.string()) })),
      origin: z.optional(
        z.looseObject({
          dialect: z.string(),
          id: z.string(),
          file: z.string(),
          sha256: z.string(),
          bytes: z.optional(z.int().check(z.nonnegative())),
          firstEntry: z.optional(z.string()),
        }),
      ),
    })
    .register(z.globalRegistry, { id: "Header", description: "The first line of a session log." }),
);

export type Header = z.infer<ReturnType<typeof headerSchema>>;
