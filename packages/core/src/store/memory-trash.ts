import { randomUUID } from "node:crypto";
import { NotFoundError, PlaceTakenError } from "../errors.ts";
import type { MemoryLog } from "../log/memory-log.ts";
import { newestFirst, type SessionNote, type Trash, type TrashedSession } from "./trash.ts";
import type { LogRef } from "./storage.ts";

interface Item {
  readonly told: TrashedSession;
  readonly log: MemoryLog;
}

/** The trash of a store in memory. */
export class MemoryTrash implements Trash {
  readonly #logs: Map<string, MemoryLog>;
  readonly #refOf: (file: string) => LogRef;
  readonly #items = new Map<string, Item>();

  /** @param logs the storage's own, by name */
  constructor(logs: Map<string, MemoryLog>, refOf: (file: string) => LogRef) {
    this.#logs = logs;
    this.#refOf = refOf;
  }

  list(): TrashedSession[] {
    return [...this.#items.values()].map(({ told }) => told).sort(newestFirst);
  }

  put({ file }: LogRef, note: SessionNote): TrashedSession {
    const log = this.#logs.get(file);
    if (log === undefined) throw new NotFoundError("session", file);
    const told = { item: randomUUID(), ...note, from: file };
    this.#items.set(told.item, { told, log });
    this.#logs.delete(file);
    log.named = false;
    return told;
  }

  restore(item: string): LogRef {
    const { told, log } = this.#known(item);
    if (this.#logs.has(told.from)) throw new PlaceTakenError(told.from);
    this.#logs.set(told.from, log);
    log.named = true;
    this.#items.delete(item);
    return this.#refOf(told.from);
  }

  remove(item: string): void {
    this.#known(item);
    this.#items.delete(item);
  }

  sweep(): void {}

  /** @throws NotFoundError */
  #known(item: string): Item {
    const known = this.#items.get(item);
    if (known === undefined) throw new NotFoundError("session in the trash", item);
    return known;
  }
}
