import type { ByteRange, Damage } from "../format/damage.ts";
import type { ReadBlob } from "../format/restore.ts";

/** The bytes of one log, wherever they are kept. */
export interface ByteSource {
  /** Names the log in messages. */
  readonly name: string;
  /** The number of bytes there are now. */
  size(): number;
  /** Fills `target` from `position`; gives the number of bytes read, less than its length only at the end. */
  read(target: Uint8Array, position: number): number;
  /** Reads a blob that lies beside the log; without it there are none. */
  readonly blob?: ReadBlob;
  /** Whether any blob may lie there. */
  hasBlobs?(): boolean;
  /** What of the log these bytes were made from tells nothing. */
  readonly damage?: readonly Damage[];
  /** Where in the file that these bytes were made from stands what they tell at `offset`; of length 0: not known. */
  placeOf?(offset: number): ByteRange;
  /** What a user should know about where these bytes come from. */
  readonly notices?: readonly string[];
}
