import type { LogStorage } from "../../store/storage.ts";

/** A storage engine as the checks use it. Each check gets one of its own. */
export interface TestedEngine {
  /** A storage with nothing in it. */
  readonly storage: LogStorage;
  /** Another storage over the same logs, as another process opens it. An engine of one process may give the same. */
  readonly again: () => LogStorage;
  /** Takes away what the check has left. */
  readonly remove?: () => void | Promise<void>;
}

/** A storage engine whose medium can be made to fail. */
export interface FailingEngine extends TestedEngine {
  /** Makes whatever would change the medium fail from now on, as a full disk does; gives the function that ends it. */
  readonly refuse: () => () => void;
}

/** One promise of a storage engine. */
export interface EngineCheck {
  /** The promise, as a sentence. */
  readonly name: string;
  /** Resolves if it holds. Rejects with an `AssertionError`, or with what the engine threw, if it does not. */
  readonly run: () => Promise<void>;
}

export interface EngineCheckOptions {
  /** How many milliseconds a watcher may take to tell. Default: 5000. */
  readonly patience?: number;
}
