import { z } from "zod";

/** The version of the log format that this library writes. */
export const FORMAT_VERSION = 2;

/** The `format` mark that tells our headers from those of other agents. */
export const FORMAT_NAME = "session-tree";

/** The first line of a log. */
export const headerSchema = z
  .looseObject({
    type: z.literal("session"),
    format: z.literal(FORMAT_NAME),
    version: z.int().positive(),
    id: z.string().min(1),
    timestamp: z.string(),
    cwd: z.string(),
    name: z.string().optional(),
    parentSession: z.string().optional(),
    forkedFrom: z.string().nullable().optional(),
    relation: z.enum(["fork", "subagent", "handoff"]).optional(),
    git: z
      .looseObject({
        root: z.string().optional(),
        branch: z.string().optional(),
        commit: z.string().optional(),
      })
      .optional(),
    host: z.looseObject({ name: z.string(), version: z.string().optional() }).optional(),
    origin: z
      .looseObject({
        dialect: z.string(),
        id: z.string(),
        file: z.string(),
        sha256: z.string(),
        bytes: z.int().nonnegative().optional(),
        firstEntry: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: "Header", description: "The first line of a session log." });

export type Header = z.infer<typeof headerSchema>;
