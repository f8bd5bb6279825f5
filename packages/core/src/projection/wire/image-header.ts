import { GIF } from "image-size/types/gif";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { ImageBlock } from "../../format/messages.ts";

/** What all APIs take. Imported one by one, as the library's front door loads twenty other types. */
const READERS = new Map([
  ["image/png", PNG],
  ["image/jpeg", JPG],
  ["image/gif", GIF],
  ["image/webp", WEBP],
]);

/** Base64 characters; the size stands in the first bytes, in a JPEG behind what a camera has written. */
const HEADER_LENGTH = 4 * 64 * 1024;

/** What the first bytes of an image say. */
export interface ImageHeader {
  /** The longer side in pixels; Infinity: it stands too far behind. */
  readonly side: number;
}

/** Reads an image's header; undefined: it is no image of its type. */
export function imageHeader({ mimeType, data }: ImageBlock): ImageHeader | undefined {
  const reader = READERS.get(mimeType);
  const bytes = Buffer.from(data.slice(0, HEADER_LENGTH), "base64");
  if (reader === undefined || !isValid(() => reader.validate(bytes))) return undefined;
  try {
    const { width, height } = reader.calculate(bytes);
    return { side: Math.max(width, height) };
  } catch {
    return { side: Infinity };
  }
}

/** The library throws for what begins well and goes on badly. */
function isValid(validate: () => boolean): boolean {
  try {
    return validate();
  } catch {
    return false;
  }
}
