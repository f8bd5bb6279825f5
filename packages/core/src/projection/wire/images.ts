import { isImage, isText } from "../../format/blocks.ts";
import type { ImageBlock, TextBlock } from "../../format/messages.ts";
import { isBase64 } from "./base64.ts";
import { imageHeader } from "./image-header.ts";
import type { SpokenBlock } from "./turns.ts";

/** In place of images that the model does not take. Constant: a change would change renderings. */
export const IMAGE_OMITTED = "[An image stood here. This model does not take images.]";
/** In place of images that the API does not take: no image, of another type, too large, or one too many. */
export const IMAGE_UNUSABLE = "[An image stood here that cannot be sent.]";

/** Base64 characters; Anthropic's limit of 5 MB counts those. */
const MAX_LENGTH = 5 * 1024 * 1024;

/** What images an API takes in one request. */
export interface ImageLimit {
  readonly inRequest: number;
  readonly inMessage: number;
  /** Pixels of the longer side. */
  readonly side: number;
  /** From more than so many images on, `sideOfMany` holds for all. */
  readonly many: number;
  readonly sideOfMany: number;
}

/** Claude's limits, for models with a context of 200,000 tokens. Source: Anthropic's documentation of vision. */
export const CLAUDE_IMAGES: ImageLimit = {
  inRequest: 100,
  inMessage: 100,
  side: 8000,
  many: 20,
  sideOfMany: 2000,
};

/** Puts a constant text in place of the images that cannot be sent. Counts from the start, so that nothing changes later. */
export class ImageFilter {
  readonly #taken: boolean;
  readonly #limit: ImageLimit | undefined;
  readonly #refused: readonly string[];
  #inRequest = 0;
  #inMessage = 0;
  #largest = 0;

  constructor(taken: boolean, limit: ImageLimit | undefined, refused: readonly string[] = []) {
    this.#taken = taken;
    this.#limit = limit;
    this.#refused = refused;
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
    const side = this.#refused.includes(image.mimeType) ? undefined : usableSide(image);
    if (side === undefined || !this.#hasRoomFor(side)) return { type: "text", text: IMAGE_UNUSABLE };
    this.#inRequest++;
    this.#inMessage++;
    this.#largest = Math.max(this.#largest, side);
    return image;
  }

  #hasRoomFor(side: number): boolean {
    const limit = this.#limit;
    if (limit === undefined) return true;
    if (this.#inRequest >= limit.inRequest || this.#inMessage >= limit.inMessage) return false;
    // One that is sent already cannot be taken back, so a large one before keeps the others few.
    return Math.max(side, this.#largest) <= (this.#inRequest >= limit.many ? limit.sideOfMany : limit.side);
  }
}

/** The longer side of an image that can be sent at all: one bad image must not make a session unusable (claude-code#34025). */
function usableSide(image: ImageBlock): number | undefined {
  const { data } = image;
  if (data.length > MAX_LENGTH || !isBase64(data)) return undefined;
  return imageHeader(image)?.side;
}

/** Several placeholders in a row say no more than one. */
function collapse(blocks: readonly SpokenBlock[]): SpokenBlock[] {
  return blocks.filter((block, index) => {
    const before = blocks[index - 1];
    const repeats = before !== undefined && isPlaceholder(block) && isPlaceholder(before);
    return !(repeats && block.text === before.text);
  });
}

function isPlaceholder(block: SpokenBlock): block is TextBlock {
  return isText(block) && (block.text === IMAGE_OMITTED || block.text === IMAGE_UNUSABLE);
}
