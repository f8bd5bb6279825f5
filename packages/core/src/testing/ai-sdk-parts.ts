import { isJsonObject } from "../format/json.ts";
import { checkBase64, checkPattern, isBlank } from "./field-rules.ts";
import { fieldOf, has, type Located, objectIn, objectsIn, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/** The types of parts that version 6 had, and version 7 still reads. */
const OLD_TYPE = /^(image|image-.+|file-.+)$/;

/** The SDK checks no part beyond its shape; providers refuse what it passes on, hence mostly warnings. */
export function checkAiSdkPart(part: Located, report: Report): void {
  const { value, at } = part;
  const type = stringIn(value, "type");
  if (OLD_TYPE.test(type)) report.warn("deprecated-part", at, `${type} is of version 6: use file`);
  if (type === "text" && isBlank(stringIn(value, "text")))
    report.warn("blank-text", at, "the text of a part is blank");
  if (type === "file") checkFile(part, report);
  if (type === "reasoning") checkReasoning(part, report);
  if (type === "tool-call" || type === "tool-result")
    // What all providers take: the SDK hands ids on as they are.
    checkPattern(value["toolCallId"], /^[a-zA-Z0-9_-]{1,40}$/, at, "bad-call-id", report, "warn");
  if (type === "tool-call") {
    checkPattern(
      value["toolName"],
      /^[a-zA-Z0-9_-]{1,64}$/,
      fieldOf(at, "toolName"),
      "bad-tool-name",
      report,
      "warn",
    );
    if (has(value, "input") && !isJsonObject(value["input"]))
      report.warn("input-not-object", fieldOf(at, "input"), "some providers take only an object");
  }
  const output = type === "tool-result" ? objectIn(value, "output", at) : undefined;
  if (output !== undefined) checkOutput(output, report);
}

function checkFile({ value, at }: Located, report: Report): void {
  const mediaType = value["mediaType"];
  checkPattern(mediaType, /^[\w.+-]+(\/[\w.+*-]+)?$/, fieldOf(at, "mediaType"), "bad-mime-type", report);
  const data = objectIn(value, "data", at);
  if (data?.value["type"] === "data") checkBase64(data.value["data"], fieldOf(data.at, "data"), report);
  else if (typeof value["data"] === "string" && !value["data"].includes(":"))
    checkBase64(value["data"], fieldOf(at, "data"), report);
}

/** Providers leave out reasoning they cannot sign, and then its turn may have nothing left. */
function checkReasoning({ value, at }: Located, report: Report): void {
  const signed = Object.values(objectIn(value, "providerOptions", at)?.value ?? {}).some(
    (options) => isJsonObject(options) && SIGNATURES.some((key) => stringIn(options, key) !== ""),
  );
  if (!signed)
    report.warn("thinking-unsigned", at, "reasoning without the metadata of its provider is left out");
}

const SIGNATURES = ["signature", "redactedData", "itemId", "reasoningEncryptedContent", "thoughtSignature"];

function checkOutput({ value, at }: Located, report: Report): void {
  if (value["type"] === "error-text" && isBlank(stringIn(value, "value")))
    report.warn("error-result-empty", at, "Anthropic refuses an error without a text");
  for (const part of objectsIn(value, "value", at))
    if (value["type"] === "content") checkAiSdkPart(part, report);
}
