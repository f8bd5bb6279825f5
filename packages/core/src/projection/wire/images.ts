import { isImage, isText } from "../../format/blocks.ts";
import type { ImageBlock, TextBlock } from "../../format/messages.ts";
import type { SpokenBlock } from "./turns.ts";

/** In place of images that the model does not take. Constant: a change would change renderings. */
export const IMAGE_OMITTED = "[An image stood here. This model does not take images.]";
/** In place of images that no API takes: of another type, empty, too large, or one too many. */
export const IMAGE_UNUSABLE = "[An image stood here that cannot be sent.]";

/** What all APIs take. */
const TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Base64 characters; Anthropic's limit of 5 MB counts those. */
const MAX_LENGTH = 5 * 1024 * 1024;

/** Whether an image can be sent at all: one bad image must not make a session unusable (claude-code#34025). */
export function isUsable({ mimeType, data }: ImageBlock): boolean {
  return TYPES.has(mimeType) && data.length > 0 && data.length <= MAX_LENGTH && BASE64.test(data);
}

/** The most images that an API takes. */
export interface ImageLimit {
  readonly inRequest: number;
  readonly inMessage: number;
}

/** Puts a constant text in place of the images that cannot be sent. Counts from the start, so that nothing changes later. */
export class ImageFilter {
  readonly #taken: boolean;
  readonly #limit: ImageLimit;
  #inRequest = 0;
  #inMessage = 0;

  constructor(taken: boolean, limit: ImageLimit) {
    this.#taken = taken;
    this.#limit = limit;
  }

  /** Says that what follows is in another message. */
  nextMessage(): void {
    this.#inMessage = 0;
  }

  /** The content as it can be sent; the same list if that is all of it. */
  apply(content: readonly SpokenBlock[]): readonly SpokenBlock[] {
    if (!content.some(isImage)) return content;
    const blocks = content.map((block) => (isImage(block) ? this.#fit(block) : block));
    return blocks.every((block, index) => block === content[index]) ? content : collapse(blocks);
  }

  #fit(image: ImageBlock): SpokenBlock {
    if (!this.#taken) return { type: "text", text: IMAGE_OMITTED };
    const full = this.#inRequest >= this.#limit.inRequest || this.#inMessage >= this.#limit.inMessage;
    if (full || !isUsable(image)) return { type: "text", text: IMAGE_UNUSABLE };
    this.#inRequest++;
    this.#inMessage++;
    return image;
  }
}

/** Several placeholders in a row say no more than one. */
function collapse(blocks: readonly SpokenBlock[]): SpokenBlock[] {
  return blocks.filter((block, index) => {
    const before = blocks[index - 1];
    return !(
      isPlaceholder(block) &&
      before !== undefined &&
      isPlaceholder(before) &&
      block.text === before.text
    );
  });
}

function isPlaceholder(block: SpokenBlock): block is TextBlock {
  return isText(block) && (block.text === IMAGE_OMITTED || block.text === IMAGE_UNUSABLE);
}
