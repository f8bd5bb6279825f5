import type { AssistantMessage, ThinkingBlock } from "../../format/messages.ts";
import type { ApiFamily } from "./api-families.ts";
import type { ImageLimit } from "./images.ts";

/** What sets one target apart where histories are concerned. */
export interface Profile {
  /** undefined: messages of any API may be its own. */
  readonly family: ApiFamily | undefined;
  /** Whether system messages may stand among the others. Elsewhere they join the prompt, which voids thinking before. */
  readonly systemInPlace: boolean;
  /** Whether a result may hold images; an error never does. */
  readonly imagesInResults: boolean;
  /** Whether the model has to speak between results and the user. */
  readonly resultsAlone?: boolean;
  /** Types of images that the API does not take, of those that most do. */
  readonly refusedImages?: readonly string[];
  /** Default: none. */
  readonly imageLimit?: ImageLimit | undefined;
  /** Whether thinking is void once something before it has changed. */
  readonly prefixBound: boolean;
  /** Whether a blank text stays for the sake of its signature. Default: never. */
  readonly keepsBlank?: (signature: string | undefined) => boolean;
  readonly callIds: { next(original: string): string };
  nameOf(this: void, name: string): string;
  /** Whether the API takes this thinking of its own back. */
  isSound(this: void, block: ThinkingBlock, message: AssistantMessage): boolean;
}

/** A signature that is there. */
export function isSigned({ signature }: ThinkingBlock): boolean {
  return signature !== undefined && signature !== "";
}
