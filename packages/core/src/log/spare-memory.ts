/** In bytes. Larger reads are no faster, and the first use of a MiB takes a fresh process 1.5 ms more. */
const SIZE = 1 << 19;

/** A log is read by lines while its end is held: so two are in use at once. */
const MOST = 2;

/** Memory that was read into, for the next to read: to get 512 KiB anew takes twice as long as to fill them, and often 2 ms. */
const spare: Buffer[] = [];

/** Memory of 512 KiB, or of more if so many bytes are needed: one's own until it is given back. */
export function takeMemory(length = SIZE): Buffer {
  return (length <= SIZE ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(Math.max(length, SIZE));
}

/** For the next. Whoever does not get to this only makes that one get it anew. */
export function giveBack(memory: Buffer): void {
  if (memory.length === SIZE && spare.length < MOST) spare.push(memory);
}
