/** Milliseconds of one step of slots, and how many entries find room in it. */
const STEP = 4_000;
const ROOM = 4;

/** Slots are counted from 2020, when there were no agents yet: small numbers take less space. */
const FIRST = Date.UTC(2020);

/** The first slot for an entry of this time (milliseconds since 1970). Where it is taken, the entry has a later one. */
export function firstSlotAt(time: number): number {
  return Math.max(0, Math.floor((time - FIRST) / STEP)) * ROOM;
}

/** Entries at this slot or before it are older than this time. */
export function endOfSlot(slot: number): number {
  return FIRST + (Math.floor(slot / ROOM) + 1) * STEP;
}
