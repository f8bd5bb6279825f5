import type { JsonObject } from "../../format/json.ts";
import type { ImageBlock } from "../../format/messages.ts";

const DATA_URL = /^data:[^,]*;base64,/;

/** The image of a file part that holds it; undefined for other files, and for those that stand elsewhere. */
export function imageOf({ mime, url }: JsonObject): ImageBlock | undefined {
  if (typeof mime !== "string" || !mime.startsWith("image/") || typeof url !== "string") return undefined;
  const start = DATA_URL.exec(url.slice(0, 256))?.[0];
  return start === undefined ? undefined : { type: "image", mimeType: mime, data: url.slice(start.length) };
}
