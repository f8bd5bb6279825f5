import { constants, existsSync, fstatSync } from "node:fs";
import type { BlobRef } from "../format/blob.ts";
import { blobFolder, readBlob } from "./blob-folder.ts";
import type { ByteSource } from "./byte-source.ts";
import { orIoError } from "./io-error.ts";
import { closeRead, openRegular, readFully } from "./regular-file.ts";

/** A file that is only read. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly #descriptor: number;

  private constructor(name: string, descriptor: number) {
    this.name = name;
    this.#descriptor = descriptor;
  }

  /**
   * @throws NotFoundError, LogIoError, or NotASessionError if it is no regular file.
   */
  static open(file: string): FileSource {
    return new FileSource(file, openRegular(file, constants.O_RDONLY));
  }

  size(): number {
    return orIoError(this.name, () => fstatSync(this.#descriptor).size);
  }

  read(target: Uint8Array, position: number): number {
    return orIoError(this.name, () => readFully(this.#descriptor, target, position));
  }

  blob(ref: BlobRef): Buffer | undefined {
    return readBlob(this.name, ref);
  }

  hasBlobs(): boolean {
    return existsSync(blobFolder(this.name));
  }

  close(): void {
    closeRead(this.#descriptor);
  }
}
