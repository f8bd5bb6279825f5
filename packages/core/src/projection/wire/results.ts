import { isImage } from "../../format/blocks.ts";
import type { TextBlock } from "../../format/messages.ts";
import { NO_OUTPUT } from "../result-texts.ts";
import type { SpokenBlock } from "./turns.ts";

/** In place of the output of a result whose images stand behind it. */
export const IMAGES_FOLLOW = "(the output is the image that follows)";

/** A result as it is sent, and what the user says behind all results of its turn. */
export interface SplitResult {
  readonly content: readonly SpokenBlock[];
  readonly behind: readonly SpokenBlock[];
}

/**
 * A result's content where it may stand: errors take text only (vellum PR#18387), some APIs no images in any result
 * (OpenHands#7700), and none takes an error without a word (markform#153).
 */
export function splitResult(content: readonly SpokenBlock[], name: string, textOnly: boolean): SplitResult {
  if (content.length === 0) return { content: [textBlock(NO_OUTPUT)], behind: [] };
  const images = textOnly ? content.filter(isImage) : [];
  if (images.length === 0) return { content, behind: [] };
  const texts = content.filter((block) => !isImage(block));
  const behind = [textBlock(`[From the result of the tool call ${name}:]`), ...images];
  return { content: texts.length > 0 ? texts : [textBlock(IMAGES_FOLLOW)], behind };
}

function textBlock(text: string): TextBlock {
  return { type: "text", text };
}
