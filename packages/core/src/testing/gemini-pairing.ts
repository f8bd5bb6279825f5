import type { GeminiContent } from "./gemini-contents.ts";
import { fieldOf, has, stringIn } from "./located.ts";
import type { Report } from "./report.ts";

/**
 * The rules on calls and responses: a call turn stands directly behind the user's or a response turn (gemini-cli#26486),
 * the next content has as many responses (gemini-cli#17208), and no response stands elsewhere (generative-ai#368).
 */
export function checkGeminiPairing(contents: readonly GeminiContent[], report: Report): void {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    if (content.calls.length > 0) {
      if (before?.role !== "user")
        report.error(
          "call-after-model",
          content.at,
          "a call turn has to stand directly behind one of the user",
        );
      checkAnswers(content, contents[index + 1], report);
    } else if (content.role === "model" && before?.role === "model") {
      report.warn("not-alternating", content.at, "two contents of the model in a row");
    }
    if (content.responses.length > 0 && (before === undefined || before.calls.length === 0))
      report.error("orphan-result", content.at, "no call turn stands directly before these responses");
  }
}

function checkAnswers(turn: GeminiContent, answer: GeminiContent | undefined, report: Report): void {
  const { calls } = turn;
  const responses = answer?.responses ?? [];
  if (answer === undefined || responses.length === 0) {
    report.error("unanswered-call", turn.at, "the next content has no responses to these calls");
    return;
  }
  if (responses.length !== calls.length)
    report.error("result-count", answer.at, `${responses.length} responses to ${calls.length} calls`);
  const open = [...calls];
  for (const response of responses) {
    // Without ids the names have to match one by one.
    const call = open.findIndex(
      ({ value }) => value["id"] === response.value["id"] && value["name"] === response.value["name"],
    );
    if (call < 0) report.error("result-mismatch", response.at, "no open call has this id and this name");
    else open.splice(call, 1);
  }
}

/** Ids are needed by Gemini 3 and later (pi-ai), and two calls with one cannot be told apart. */
export function checkGeminiIds(contents: readonly GeminiContent[], needed: boolean, report: Report): void {
  const known = new Set<string>();
  for (const { calls, responses } of contents) {
    const here = new Set<string>();
    for (const { value, at } of [...calls, ...responses])
      if (needed && stringIn(value, "id") === "")
        report.error("missing-call-id", at, "Gemini 3 needs an id here");
    for (const { value, at } of calls) {
      if (!has(value, "id")) continue;
      const id = stringIn(value, "id");
      if (here.has(id)) report.error("duplicate-call-id", fieldOf(at, "id"), `two calls have the id ${id}`);
      else if (known.has(id))
        report.warn("repeated-call-id", fieldOf(at, "id"), `an earlier turn has a call ${id} too`);
      here.add(id);
      known.add(id);
    }
  }
}
