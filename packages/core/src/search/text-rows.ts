import type { SqliteDatabase } from "../session-index/sqlite.ts";
import type { TextBlock } from "./kept-texts.ts";

/** A place in a log that is told anew, and the hash of all that was told before it. */
export type Mark = Pick<TextBlock, "first" | "told">;

/** The rows of kept texts. Every method runs in the caller's transaction. */
export class TextRows {
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: SqliteDatabase) {
    this.#sql = statements(database);
  }

  add(log: number, blocks: readonly TextBlock[]): void {
    for (const { first, told, entries } of blocks) this.#sql.add.run(log, first, told, entries);
  }

  /** Where its blocks begin, in the order of the log. */
  marks(log: number): Mark[] {
    return this.#sql.marks.all(log) as Mark[];
  }

  /** The block that holds the entry at an offset, if there is one. */
  block(log: number, offset: number): Uint8Array | undefined {
    return (this.#sql.block.get(log, offset) as TextBlock | undefined)?.entries;
  }

  /** Removes those that begin at `from` or behind. */
  remove(log: number, from: number): void {
    this.#sql.remove.run(log, from);
  }

  clear(): void {
    this.#sql.clear.run();
  }
}

function statements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    add: prepare("INSERT INTO texts (log, first, told, entries) VALUES (?, ?, ?, ?)"),
    marks: prepare("SELECT first, told FROM texts WHERE log = ? ORDER BY first"),
    block: prepare("SELECT entries FROM texts WHERE log = ? AND first <= ? ORDER BY first DESC LIMIT 1"),
    remove: prepare("DELETE FROM texts WHERE log = ? AND first >= ?"),
    clear: prepare("DELETE FROM texts"),
  };
}
