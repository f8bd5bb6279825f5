import type { ByteSource } from "../log/byte-source.ts";
import { FileSource } from "../log/file-source.ts";
import type { LogName } from "./log-name.ts";
import { TranslatedLog } from "./translated-log.ts";

/** Opens a log in files to be read, whatever dialect it is of. @throws NotFoundError, NotASessionError, LogIoError */
export function openLog({ file, dialect, foreign }: LogName): ByteSource & { close(): void } {
  const { translation } = dialect;
  return translation === undefined
    ? FileSource.open(file)
    : TranslatedLog.open(file, foreign ?? { file }, translation);
}
