export interface AppendOptions {
  /** Refuse, with nothing written, if the log's active leaf is another by now. */
  readonly expectLeaf?: string | null;
}

/** The outcome of an append. */
export interface AppendResult {
  /** The id of the last entry appended. */
  readonly id: string;
  readonly ids: readonly string[];
  /** The active leaf of this session object. */
  readonly leaf: string | null;
  /** Since this session object's last append another process appended a node. */
  readonly branched: boolean;
}
