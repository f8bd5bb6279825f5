/** How many of each kind. */
export type KindCounts = Readonly<Record<string, number>>;

/** Counts what an export cannot hold, and what it holds in another form. */
export class ExportNotes {
  readonly #lost = new Map<string, number>();
  readonly #changed = new Map<string, number>();

  /** Something is not in the file. */
  lost(kind: string, times = 1): void {
    if (times > 0) this.#lost.set(kind, (this.#lost.get(kind) ?? 0) + times);
  }

  /** Something is in the file, but means less there. */
  changed(kind: string): void {
    this.#changed.set(kind, (this.#changed.get(kind) ?? 0) + 1);
  }

  /** What was not taken along, by kind. */
  get losses(): KindCounts {
    return sorted(this.#lost);
  }

  get changes(): KindCounts {
    return sorted(this.#changed);
  }
}

function sorted(counts: ReadonlyMap<string, number>): KindCounts {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
