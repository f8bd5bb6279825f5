import type { Report } from "./report.ts";
import type { ViolationLevel } from "./violation.ts";

/** Whether a text is empty or has nothing but white space. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Reports an identifier or a name that the API's own pattern refuses. */
export function checkPattern(
  value: unknown,
  pattern: RegExp,
  at: string,
  rule: string,
  report: Report,
  level: ViolationLevel = "error",
): void {
  if (typeof value === "string" && !pattern.test(value))
    report.add(level, rule, at, `${JSON.stringify(value.slice(0, 80))} does not match ${pattern.source}`);
}

/** Reports a text longer than the API takes. */
export function checkLength(value: unknown, max: number, at: string, rule: string, report: Report): void {
  if (typeof value === "string" && value.length > max)
    report.error(rule, at, `it has ${value.length} characters, more than ${max}`);
}

/** Reports a string that is not standard base64, or is empty (`image cannot be empty`, claude-code#8947). */
export function checkBase64(value: unknown, at: string, report: Report): void {
  if (typeof value !== "string") return;
  if (value === "") report.error("empty-data", at, "there are no data");
  else if (!isBase64(value)) report.error("bad-base64", at, "the data are not base64");
}

export function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

/** The image types all model APIs take. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** Reports a `data:` URL that does not hold an image in base64. Other URLs are for the server to fetch. */
export function checkImageUrl(url: unknown, at: string, report: Report): void {
  if (typeof url !== "string") return;
  if (!url.startsWith("data:")) {
    if (!/^(https?|gs|s3):\/\/./.test(url))
      report.error("bad-image-url", at, "neither a data: URL nor a web address");
    return;
  }
  const comma = url.indexOf(",");
  const [mimeType, ...parameters] = url.slice("data:".length, comma).split(";");
  if (comma < 0 || parameters.at(-1) !== "base64") {
    report.error("bad-image-url", at, "a data: URL needs its data in base64");
    return;
  }
  checkMimeType(mimeType, at, report);
  checkBase64(url.slice(comma + 1), at, report);
}

/** Reports an image of a type that the API does not read. */
export function checkMimeType(mimeType: unknown, at: string, report: Report): void {
  if (typeof mimeType === "string" && !IMAGE_TYPES.some((type) => type === mimeType))
    report.error("bad-image-type", at, `${JSON.stringify(mimeType)} is none of ${IMAGE_TYPES.join(", ")}`);
}
