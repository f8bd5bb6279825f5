/** Where an entry stands in the tree that is told. */
export interface Spot {
  /** Null: above all entries. */
  readonly id: string | null;
  readonly above: Spot | null;
  readonly depth: number;
  /** Some way up, so that one climbs in steps that double. */
  readonly jump: Spot | null;
  /** What stands beside the conversation hangs here: what follows this spot follows that. */
  behind: Spot | null;
}

/**
 * The spots of what was told, by the ids of Claude Code's lines. There are no bodies here; and of parents that were not
 * told so far, only their ids.
 */
export class Places {
  readonly #spots = new Map<string, Spot>();
  readonly top: Spot = { id: null, above: null, depth: 0, jump: null, behind: null };

  get(id: string): Spot | undefined {
    return this.#spots.get(id);
  }

  /** Where a parent would stand that is not told yet, and may never be. */
  unknown(id: string): Spot {
    return { id, above: null, depth: 0, jump: null, behind: null };
  }

  add(id: string, above: Spot): Spot {
    const { depth, jump } = above;
    const far = jump?.jump;
    const even = jump && far && depth - jump.depth === jump.depth - far.depth;
    const spot: Spot = { id, above, depth: depth + 1, jump: even ? far : above, behind: null };
    this.#spots.set(id, spot);
    return spot;
  }

  /** Another id under which lines name a spot. */
  alias(id: string, spot: Spot): void {
    if (!this.#spots.has(id)) this.#spots.set(id, spot);
  }

  /** Lets an id mean another spot from now on. */
  rename(id: string, spot: Spot): void {
    this.#spots.set(id, spot);
  }

  /** The spot behind all that hangs beside this one. */
  last(spot: Spot): Spot {
    let last = spot;
    while (last.behind !== null) last = last.behind;
    for (let at = spot; at !== last;) {
      const next: Spot = at.behind!;
      at.behind = last;
      at = next;
    }
    return last;
  }

  /** Whether `one` stands on the way from `other` to the top. */
  isAbove(one: Spot, other: Spot): boolean {
    let at = other;
    while (at.depth > one.depth) at = at.jump !== null && at.jump.depth >= one.depth ? at.jump : at.above!;
    return at === one;
  }
}
