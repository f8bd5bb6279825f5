import type { ModelRef } from "../format/entries.ts";
import type { Usage } from "../format/messages.ts";

/** What `list` shows of a session. */
export interface SessionSummary {
  readonly id: string;
  /** The format the log is written in: `native`, or another agent's. */
  readonly dialect: string;
  /** Where the log is; `memory:…` for a session that is only in memory. */
  readonly file: string;
  /** The project's directory; null: unknown. */
  readonly cwd: string | null;
  readonly name: string | null;
  /** The first user message, on one line, at most 200 characters. */
  readonly title: string | null;
  /** ISO 8601; null: unknown. */
  readonly created: string | null;
  /** The time of the last message, or of the header; never later than now. ISO 8601; null: unknown. */
  readonly active: string | null;
  /** The active leaf; null: before the first entry. */
  readonly leaf: string | null;
  readonly entries: number;
  readonly messages: number;
  /** The number of leaves. */
  readonly branches: number;
  /** The model in force at the active leaf. */
  readonly model: ModelRef | null;
  /** Summed over all branches, each response once: of entries that tell of one and stand close together, the fullest. */
  readonly usage: Usage;
  readonly bytes: number;
  /** How much damage there is, as far as it shows without reading contents and blobs: at most as many findings as `doctor` has. */
  readonly damage: number;
  readonly parentSession: string | null;
  readonly relation: "fork" | "subagent" | "handoff" | null;
  /** The id that an imported session had where it came from. */
  readonly originId: string | null;
  readonly tags: readonly string[];
  readonly archived: boolean;
}
