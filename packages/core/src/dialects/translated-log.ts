import { encodeEntry, encodeHeader } from "../format/encode.ts";
import type { ByteRange, Damage } from "../format/damage.ts";
import { FORMAT_NAME, FORMAT_VERSION, type Header } from "../format/header.ts";
import type { ByteSource } from "../log/byte-source.ts";
import { ioError } from "../log/io-error.ts";
import { Spool } from "../log/spool.ts";
import { outsideNotes } from "./outside-notes.ts";
import type { ForeignSession, TranslatedHeader, Translation } from "./translation.ts";

/** A session of another agent, told in our form: what reads native logs reads it. */
export class TranslatedLog implements ByteSource {
  readonly name: string;
  readonly damage: readonly Damage[];
  readonly notices: readonly string[];
  readonly #spool: Spool;
  readonly #places: ReadonlyMap<number, ByteRange>;

  private constructor(name: string, spool: Spool, { damage, notices, places }: Beside) {
    this.name = name;
    this.#spool = spool;
    this.damage = damage;
    this.notices = notices;
    this.#places = places;
  }

  /** @throws NotFoundError, NotASessionError, LogIoError */
  static open(name: string, session: ForeignSession, translation: Translation): TranslatedLog {
    const spool = new Spool();
    const damage: Damage[] = [];
    const notices: string[] = [];
    const places = new Map<number, ByteRange>();
    let time = "";
    try {
      for (const told of translation.translate(session)) {
        if ("header" in told) {
          time = told.header.timestamp ?? "";
          spool.write(encodeHeader(nativeHeader(told.header)));
        } else if ("entry" in told) {
          time = told.entry.timestamp || time;
          if (told.at !== undefined) places.set(spool.size, told.at);
          spool.write(encodeEntry(told.entry));
        } else if ("damage" in told) damage.push(told.damage);
        else notices.push(told.notice);
      }
      for (const note of outsideNotes(session, time)) spool.write(encodeEntry(note));
    } catch (error) {
      spool.close();
      throw isRefusal(error) ? ioError(name, error) : error;
    }
    return new TranslatedLog(name, spool, { damage, notices, places });
  }

  size(): number {
    return this.#spool.size;
  }

  read(target: Uint8Array, position: number): number {
    return this.#spool.read(target, position);
  }

  placeOf(offset: number): ByteRange {
    return this.#places.get(offset) ?? { offset: 0, length: 0 };
  }

  close(): void {
    this.#spool.close();
  }
}

/** What is known of a telling beside its bytes. */
interface Beside {
  readonly damage: readonly Damage[];
  readonly notices: readonly string[];
  /** Where what is told at an offset stands in the agent's file. */
  readonly places: ReadonlyMap<number, ByteRange>;
}

/** Whether the operating system refused something: the spool's file, or one that the translation reads. */
function isRefusal(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.errno !== undefined;
}

/** What the agent does not tell is left out: a log without time or directory is read as one where they are unknown. */
function nativeHeader({ id, timestamp, cwd, ...rest }: TranslatedHeader): Header {
  const known = { ...(timestamp !== undefined && { timestamp }), ...(cwd !== undefined && { cwd }) };
  return { type: "session", format: FORMAT_NAME, version: FORMAT_VERSION, id, ...known, ...rest } as Header;
}
