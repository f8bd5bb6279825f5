/** A kind of call of `node:fs`. `change`: any call that changes a file or a folder, syncs included. */
export type Call =
  | "open"
  | "write"
  | "sync"
  | "stat"
  | "link"
  | "unlink"
  | "mkdir"
  | "read"
  | "list"
  | "close"
  | "watch"
  | "change";

/** How much of a write is done: nothing, one byte, half of it, all but the last 20 bytes, all but the last one, all. */
export type Cut = "start" | "one" | "half" | "late" | "last" | "end";

/** What goes wrong at the `nth` call of a kind. */
export interface Fault {
  readonly call: Call;
  readonly nth: number;
  /**
   * `error`: it fails with `code`, and all later ones too if `always`. `short`: less is read or written than was asked
   * for. `full`: a short write, and every later one fails with ENOSPC. `flip`: another bit is written. `kill`: the
   * process ends before the call, or in the middle of a write.
   */
  readonly kind: "error" | "short" | "full" | "flip" | "kill";
  readonly code?: string;
  readonly at?: Cut;
  readonly always?: boolean;
}

/** The fault layer, as the preload `fault.mjs` offers it. */
export interface FaultLayer {
  arm(fault: Fault | null, folder: string, shadow?: string): void;
  disarm(): { readonly fired: boolean; readonly counts: Readonly<Partial<Record<Call, number>>> };
}

/** A fault in words. */
export function inWords({ call, nth, kind, code, at, always }: Fault): string {
  return [`${call} ${nth}`, kind, code, at, always === true ? "always" : undefined].filter(Boolean).join(" ");
}
