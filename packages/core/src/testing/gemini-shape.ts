import { otherFields } from "./request-fields.ts";
import { anything, boolean, fields, listOf, type Shape, string, stringOr, struct } from "./shape.ts";

const blob = fields({ mimeType: string, data: string }, { displayName: string });
const file = fields({ fileUri: string }, { mimeType: string, displayName: string });

/** The fields of a part of which it has exactly one. */
const DATA: Readonly<Record<string, Shape>> = {
  text: string,
  inlineData: blob,
  fileData: file,
  functionCall: fields(
    { name: string },
    { id: string, args: struct("input-not-object"), partialArgs: anything, willContinue: boolean },
  ),
  functionResponse: fields(
    { name: string, response: struct("response-not-object") },
    {
      id: string,
      parts: listOf(fields({}, { inlineData: blob, fileData: file, mediaProcessing: anything })),
      scheduling: string,
      willContinue: boolean,
    },
  ),
  ...otherFields("executableCode codeExecutionResult toolCall toolResponse"),
};

/** The names of the fields of a part of which it has exactly one. */
export const GEMINI_DATA: readonly string[] = Object.keys(DATA);

const part = fields(
  {},
  {
    ...DATA,
    thought: boolean,
    thoughtSignature: string,
    ...otherFields("mediaResolution audioTranscription videoMetadata partMetadata mediaProcessing"),
    ...otherFields("speechMetadata"),
  },
);

const content = fields({ parts: listOf(part) }, { role: string });

/** The body of a request to `generateContent`, or the parameters of @google/genai 3.3. */
export const geminiRequest: Shape = fields(
  { contents: listOf(content) },
  {
    systemInstruction: stringOr(content),
    ...otherFields("model config tools toolConfig safetySettings generationConfig"),
    ...otherFields("cachedContent labels serviceTier store"),
  },
);
