import { render, type Hint, type Projection, type Repair, type RenderOptions } from "@session-tree/core";
import { UsageError } from "../usage-error.ts";

/** The targets by the names that the command knows them by. */
const TARGETS: ReadonlyMap<string, (projection: Projection, options: RenderOptions) => object> = new Map<
  string,
  (projection: Projection, options: RenderOptions) => object
>([
  ["anthropic", render.anthropic],
  ["openai-chat", render.openaiChat],
  ["openai-responses", render.openaiResponses],
  ["gemini", render.gemini],
  ["bedrock", render.bedrock],
  ["ai-sdk", render.aiSdk],
  ["pi", render.pi],
]);

/** What a target gets, with all that the projection and its rendering changed. */
export interface Rendered {
  /** undefined: the neutral form, which is the projection itself. */
  readonly body: object | undefined;
  readonly repairs: readonly Repair[];
  readonly hints: readonly Hint[];
}

/** The way to render for a target; `model` is `[provider/]model`. @throws UsageError if there is no such target */
export function renderFor(target: string, model?: string): (projection: Projection) => Rendered {
  const renderTarget = TARGETS.get(target);
  if (renderTarget === undefined && target !== "neutral") {
    const known = ["neutral", ...TARGETS.keys()].join(", ");
    throw new UsageError(`no target ${JSON.stringify(target)}`, `Known: ${known}`);
  }
  if (target === "neutral" && model !== undefined)
    throw new UsageError("--model needs a --target: the neutral form is the same for all models");
  const to = receiver(model);
  return (projection) => {
    const notes = { repairs: [...projection.repairs], hints: [...projection.hints] };
    const body = renderTarget?.(projection, { ...to, notes });
    return { body: body && withBase64(body), repairs: notes.repairs, hints: withoutRepeats(notes.hints) };
  };
}

function receiver(named: string | undefined): RenderOptions {
  if (named === undefined) return {};
  const slash = named.indexOf("/");
  const provider = slash < 0 ? undefined : named.slice(0, slash);
  const model = named.slice(slash + 1);
  if (provider === "" || model === "")
    throw new UsageError(`no model: ${JSON.stringify(named)}`, "Give --model [provider/]model");
  return { provider, model };
}

/** Bytes as the API has them in JSON. */
function withBase64(value: unknown): object {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? Buffer.from(inner).toString("base64") : inner,
  );
  return JSON.parse(text) as object;
}

function withoutRepeats(hints: readonly Hint[]): Hint[] {
  return [...new Map(hints.map((hint) => [hint.kind, hint])).values()];
}
