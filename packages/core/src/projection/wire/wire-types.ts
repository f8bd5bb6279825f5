import type { AssistantMessage } from "../../format/messages.ts";
import type { ModelBlock, SpokenBlock, SystemTurn, UserTurn } from "./turns.ts";

/** A call's result under the id and name that the call is sent with. */
export interface WireResult {
  readonly id: string;
  readonly name: string;
  readonly isError: boolean;
  readonly content: readonly SpokenBlock[];
}

/** A turn of the model as it can be sent; its calls have their wire ids and names. */
export interface WireModelTurn {
  readonly role: "assistant";
  readonly entryId: string;
  readonly timestamp: string;
  readonly message: AssistantMessage;
  /** Whether the receiver made it. */
  readonly own: boolean;
  /** Whether the receiver takes back what it signed. */
  readonly signed: boolean;
  readonly content: readonly ModelBlock[];
  readonly results: readonly WireResult[];
  /** What the user says behind the results: images that may not stand in them. */
  readonly behind: readonly SpokenBlock[];
}

export type WireTurn = SystemTurn | UserTurn | WireModelTurn;

/** A history that every API accepts, once its own words are put to it. */
export interface WireHistory {
  /** The host's system prompt and the log's, in order. */
  readonly system: readonly string[];
  /** Starts with the user; turns of the model never follow each other without results or a user between. */
  readonly turns: readonly WireTurn[];
}
