import { resolve, sep } from "node:path";
import type { Dialect } from "../dialects/dialect.ts";
import { foreignLog, logName } from "../dialects/log-name.ts";
import { dialectNamed } from "../dialects/registry.ts";
import type { Translation } from "../dialects/translation.ts";
import { indexFile, sourceIndexFolder } from "./layout.ts";
import { logFilesBelow } from "./list-logs.ts";
import type { LogRef } from "./storage.ts";

/** A folder where another agent keeps its sessions; it is only read. */
export interface SourceFolder {
  /** The dialect's name, such as `pi`. */
  readonly dialect: string;
  readonly folder: string;
}

/** Such a folder, with the index that we keep of it in our own root. */
export class Source {
  readonly #root: string;
  readonly #dialect: Dialect;
  readonly #folder: string;
  readonly #onUnreadable: (log: LogRef, error: unknown) => void;
  #index: string | undefined;

  /**
   * @param onUnreadable is told once of a folder that cannot be searched to its end
   * @throws SessionTreeError `INVALID_ARGUMENT` if there is no such dialect
   */
  constructor(
    root: string,
    { dialect, folder }: SourceFolder,
    onUnreadable: (log: LogRef, error: unknown) => void,
  ) {
    this.#root = root;
    this.#dialect = dialectNamed(dialect);
    this.#folder = resolve(folder);
    let told = false;
    this.#onUnreadable = (log, error) => {
      if (!told) onUnreadable(log, error);
      told = true;
    };
  }

  get index(): string {
    // Most agents have no logs here, and to hash the names of their folders takes a start 8 ms: it loads cryptography.
    return (this.#index ??= indexFile(sourceIndexFolder(this.#root, this.#dialect.name, this.#folder)));
  }

  logs(): LogRef[] {
    const dialect = this.#dialect;
    if (dialect.translation !== undefined) return this.#translated(dialect.translation);
    return logFilesBelow(this.#folder).map((file) => ({
      file,
      dialect,
      fallbackId: dialect.fallbackId(logName(file)),
    }));
  }

  holds({ file, dialect }: Pick<LogRef, "file" | "dialect">): boolean {
    return dialect === this.#dialect && this.#isBelow(file);
  }

  /** The log of that name, if it must be found to be known: where its folder tells more of it than its path. */
  find(file: string): LogRef | undefined {
    if (this.#dialect.translation === undefined || !this.#isBelow(file)) return undefined;
    return this.logs().find((log) => log.file === file);
  }

  #isBelow(file: string): boolean {
    return file.startsWith(this.#folder + sep);
  }

  /** What was found before the search failed is there. */
  #translated(translation: Translation): LogRef[] {
    const found: LogRef[] = [];
    try {
      for (const session of translation.sessions(this.#folder))
        found.push(foreignLog(this.#dialect, session));
    } catch (error) {
      this.#onUnreadable({ file: this.#folder, dialect: this.#dialect, fallbackId: "" }, error);
    }
    return found;
  }
}
