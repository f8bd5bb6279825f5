import { checkBase64, checkPattern } from "./field-rules.ts";
import { type GeminiContent, geminiContents } from "./gemini-contents.ts";
import { checkGeminiIds, checkGeminiPairing } from "./gemini-pairing.ts";
import { GEMINI_DATA, geminiRequest } from "./gemini-shape.ts";
import { checkSignaturesPresent, checkSignatureText } from "./gemini-signatures.ts";
import { fieldOf, has, type Located, objectIn, objectsIn } from "./located.ts";
import type { Report } from "./report.ts";
import { runCheck } from "./run-check.ts";
import type { Violation } from "./violation.ts";

export interface GeminiCheckOptions {
  /** The model. Without one, or without a version in its name, the rules of Gemini 3 and later hold. */
  readonly model?: string;
}

/** What Gemini would refuse in a request to `generateContent`: `{ systemInstruction?, contents }`, or a whole one. */
export function checkGemini(request: unknown, options: GeminiCheckOptions = {}): Violation[] {
  const isGemini3 = versionOf(options.model) >= 3;
  return runCheck({ name: "gemini", history: "contents" }, request, (body, report) => {
    geminiRequest(body, "", report);
    const all = objectsIn(body, "contents");
    const contents = geminiContents(all);
    for (const content of all) checkRole(content, report);
    for (const content of contents)
      for (const part of content.parts) checkPart(part, content, isGemini3, report);
    checkGeminiPairing(contents, report);
    checkGeminiIds(contents, isGemini3, report);
    checkSignatureText(contents, report);
    if (isGemini3) checkSignaturesPresent(contents, report);
    checkEnds(contents, report);
  });
}

function versionOf(model: string | undefined): number {
  const version = /gemini-(\d+)/.exec(model ?? "")?.[1];
  return version === undefined ? Infinity : Number(version);
}

function checkRole({ value, at }: Located, report: Report): void {
  const { role, parts } = value;
  if (role !== undefined && role !== "user" && role !== "model")
    report.error(
      "bad-role",
      fieldOf(at, "role"),
      "a role is user or model; instructions are the systemInstruction",
    );
  // vercel/ai#3775
  if (Array.isArray(parts) && parts.length === 0) report.error("empty-content", at, "a content needs parts");
}

function checkPart({ value, at }: Located, content: GeminiContent, isGemini3: boolean, report: Report): void {
  // `required oneof field 'data' must have one initialized field`: CLIProxyAPI#1292.
  const held = GEMINI_DATA.filter((key) => has(value, key));
  if (held.length !== 1)
    report.error("part-data", at, `a part has exactly one data field, not ${held.join(" and ") || "none"}`);
  if (value["text"] === "" && !has(value, "thoughtSignature"))
    report.error("blank-text", at, "a text part without a signature needs a text");
  const ofModel = has(value, "functionCall") || value["thought"] === true;
  if (content.role === "user" ? ofModel : has(value, "functionResponse"))
    report.error("misplaced-block", at, `such a part cannot stand in a content of the ${content.role}`);
  checkInlineData({ value, at }, report);
  checkCall(objectIn(value, "functionCall", at), report);
  checkResponse(objectIn(value, "functionResponse", at), isGemini3, report);
}

function checkCall(call: Located | undefined, report: Report): void {
  // The recommended form; what exactly the server refuses is not documented.
  if (call !== undefined)
    checkPattern(
      call.value["name"],
      /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
      fieldOf(call.at, "name"),
      "bad-tool-name",
      report,
      "warn",
    );
}

function checkResponse(response: Located | undefined, isGemini3: boolean, report: Report): void {
  if (response === undefined) return;
  if (has(response.value, "parts") && !isGemini3)
    report.error("media-in-result", response.at, "before Gemini 3 a functionResponse holds no media");
  for (const part of objectsIn(response.value, "parts", response.at)) checkInlineData(part, report);
}

function checkInlineData({ value, at }: Located, report: Report): void {
  const blob = objectIn(value, "inlineData", at);
  if (blob === undefined) return;
  checkPattern(
    blob.value["mimeType"],
    /^[\w.+-]+\/[\w.+-]+/,
    fieldOf(blob.at, "mimeType"),
    "bad-mime-type",
    report,
  );
  checkBase64(blob.value["data"], fieldOf(blob.at, "data"), report);
}

/** Both conservative; Gemini CLI enforces them. */
function checkEnds(contents: readonly GeminiContent[], report: Report): void {
  const [first] = contents;
  const last = contents.at(-1);
  if (first?.role === "model") report.warn("first-not-user", first.at, "the user should speak first");
  if (last?.role === "model") report.warn("ends-with-assistant", last.at, "the user should speak last");
}
