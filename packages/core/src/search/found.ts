import type { Match } from "./match.ts";

/** An entry that answers a query, in one of the logs that hold it. */
export interface Found extends Match {
  /** The log, as the store names it. */
  readonly file: string;
  readonly entryId: string;
  readonly type: string;
  /** As the entry has it; empty: none. */
  readonly timestamp: string;
  /** Milliseconds since 1970; 0: unknown. */
  readonly time: number;
  readonly offset: number;
  /** The leaf of the branch that it is on: of the active one if it is on that, else of the newest. */
  readonly leaf: string | null;
  readonly active: boolean;
  /** See `LogFacts`. */
  readonly copy: number;
}

/** An entry that answers, and the other logs that hold the same: forks, imports and their sources. */
export interface FoundOnce extends Found {
  readonly copies: readonly string[];
}

/** The time that an entry is sorted by. */
export function timeOf(timestamp: string): number {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? 0 : time;
}

/** The newest entries that answer, up to a limit. It does not matter in which order they are found. */
export class NewestFound {
  readonly #limit: number;
  #groups = new Map<string, Found[]>();
  /** The times of the newest entries, the oldest of them first. */
  readonly #times: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Older entries than this do not count any more; -Infinity while there is room. */
  get since(): number {
    return this.#times.length < this.#limit ? -Infinity : this.#times[0]!;
  }

  add(found: Found): void {
    const { time, entryId } = found;
    if (time < this.since) return;
    const key = `${time} ${entryId}`;
    const group = this.#groups.get(key);
    if (group !== undefined) {
      group.push(found);
      return;
    }
    this.#groups.set(key, [found]);
    const place = this.#times.findIndex((one) => one >= time);
    this.#times.splice(place < 0 ? this.#times.length : place, 0, time);
    if (this.#times.length > this.#limit) this.#times.shift();
    if (this.#groups.size > this.#limit * 4)
      this.#groups = new Map(this.#newest().map((all) => [keyOf(all), all]));
  }

  /** The newest first. */
  all(): FoundOnce[] {
    return this.#newest().map((group) => {
      const [first, ...others] = group.toSorted(byCopy);
      const copies = [...new Set(others.map(({ file }) => file))].filter((file) => file !== first!.file);
      return { ...first!, copies };
    });
  }

  #newest(): Found[][] {
    return [...this.#groups.values()].toSorted(byTime).slice(0, this.#limit);
  }
}

function keyOf([first]: readonly Found[]): string {
  return `${first!.time} ${first!.entryId}`;
}

function byTime([one]: readonly Found[], [other]: readonly Found[]): number {
  return other!.time - one!.time || compare(one!.entryId, other!.entryId);
}

function byCopy(one: Found, other: Found): number {
  return one.copy - other.copy || compare(one.file, other.file) || one.offset - other.offset;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
