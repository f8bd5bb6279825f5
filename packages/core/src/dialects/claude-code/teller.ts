import { createHash } from "node:crypto";
import type { Entry } from "../../format/entries.ts";
import { isEntryId } from "../../format/ids.ts";
import { isJsonObject, type JsonObject } from "../../format/json.ts";
import { derivedId } from "../../log/derived-id.ts";
import type { Told } from "../translation.ts";
import { text, type Line } from "./line.ts";
import { Places, type Spot } from "./places.ts";

/** Gives entries their envelopes and puts them into the tree. */
export class Teller {
  readonly places = new Places();
  readonly #sessionId: string;
  readonly #isSide: (value: JsonObject) => boolean;
  readonly #ids = new Set<string>();
  #told: Told[] = [];
  /** Where the main conversation stands: its last turn. */
  #end: Spot = this.places.top;
  /** Where it goes on: not behind what the agent notes, or says in a person's name. */
  #leaf: Spot | undefined;
  /** The active leaf of what was told, as a reader replays it. */
  #replayed: string | null = null;
  #lastIsSide = false;
  /** The lines that hang elsewhere than they say, as what they name was not told by then. */
  readonly #strays: { readonly parent: string; readonly offset: number; readonly length: number }[] = [];
  #timestamp = "";

  /** @param isSide whether a line is of a subagent's conversation inside of the file */
  constructor(sessionId: string, isSide: (value: JsonObject) => boolean) {
    this.#sessionId = sessionId;
    this.#isSide = isSide;
  }

  /** What was told since the last time. */
  drain(): Told[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }

  tell(told: Told): void {
    this.#told.push(told);
  }

  /** Where the conversation goes on now, with all that was noted beside it. */
  get end(): Spot {
    return this.places.last(this.#end);
  }

  /** An entry of the session that this one goes on from: it comes before all own ones, which begin behind it. */
  inherit(entry: Entry): Told {
    const { id, parentId } = entry;
    const { top } = this.places;
    const spot = this.places.add(id, (parentId !== null && this.places.get(parentId)) || top);
    this.#ids.add(id);
    top.behind = spot;
    this.#leaf = spot;
    this.#replayed = id;
    return { entry };
  }

  /** Tells a turn of the conversation. @param isLeaf whether the session may stand there */
  turn(line: Line, bodies: readonly JsonObject[], isLeaf: boolean, above = this.#above(line)): Spot[] {
    const spots = this.#nodes(line, bodies, above);
    if (!this.#isSide(line.value)) {
      this.#end = spots.at(-1)!;
      if (isLeaf) this.#leaf = this.#end;
    }
    return spots;
  }

  /**
   * Tells what is no turn: it hangs beside one, and all that follows that one follows it.
   * @param isLeaf whether the session may stand there: the model is told something, or will be
   */
  beside(line: Line, bodies: readonly JsonObject[], isLeaf: boolean): Spot[] {
    const above = this.#besideWhat(line);
    const spots = this.#nodes(line, bodies, above);
    const last = spots.at(-1)!;
    if (above !== last) above.behind = last;
    const goesOn = this.places.isAbove(this.#end, last) && !this.#isSide(line.value);
    if (isLeaf && goesOn) this.#leaf = last;
    return spots;
  }

  /** Lets the id of a line that is not told again mean the place where it would hang. */
  rename(line: Line): void {
    this.places.rename(text(line.value, "uuid") ?? "", this.#besideWhat(line));
  }

  /** Tells an annotation. */
  note(line: Line, body: JsonObject): void {
    const timestamp = text(line.value, "timestamp") ?? this.#timestamp;
    const id = this.#free(derivedId(`${this.#sessionId}:note`, line.offset));
    this.#told.push({ entry: { ...body, id, parentId: this.end.id, timestamp } as unknown as Entry });
  }

  /** Ends the telling: what was never found is reported, and where a reader would take another leaf, an entry moves it. */
  close(): void {
    for (const { parent, offset, length } of this.#strays) {
      if (this.places.get(parent) !== undefined) continue;
      const detail = `the parent ${JSON.stringify(parent)} is not in the log`;
      this.#told.push({ damage: { offset, length, kind: "gap", detail } });
    }
    const target = this.#leaf?.id;
    if (target === undefined || target === null || target === this.#replayed) return;
    const print = createHash("sha256").update(`${this.#sessionId}:${target}`).digest("hex");
    const id = this.#free(`leaf-${print.slice(0, 16)}`);
    this.#told.push({
      entry: { type: "leaf", id, parentId: target, timestamp: this.#timestamp, targetId: target },
    });
  }

  #nodes(line: Line, bodies: readonly JsonObject[], above: Spot): Spot[] {
    const { value, offset, length } = line;
    const timestamp = text(value, "timestamp") ?? "";
    if (timestamp !== "") this.#timestamp = timestamp;
    this.#lastIsSide = this.#isSide(value);
    const spots: Spot[] = [];
    for (const body of bodies) {
      const at = spots.at(-1) ?? above;
      const id = this.#free(
        spots.length === 0 && isEntryId(value["uuid"])
          ? value["uuid"]
          : derivedId(spots.length === 0 ? this.#sessionId : `${this.#sessionId}:${spots.length}`, offset),
      );
      const spot = this.places.add(id, at);
      const entry = { ...body, id, parentId: at.id, timestamp } as unknown as Entry;
      const isLinked = at.id === null || this.#ids.has(at.id);
      this.#told.push(isLinked ? { entry } : { entry, at: { offset, length } });
      const message = body["message"];
      const late = isJsonObject(message) && message["role"] === "toolResult" && at.id !== this.#replayed;
      if (!late) this.#replayed = id;
      if (spots.length > 0) at.behind = spot;
      spots.push(spot);
    }
    this.places.alias(text(value, "uuid") ?? "", spots[0]!);
    return spots;
  }

  /** Where a turn stands: where it says; without a word about it behind the last one. */
  #above(line: Line): Spot {
    const { parentUuid } = line.value;
    if (parentUuid === null) return this.places.last(this.places.top);
    if (typeof parentUuid !== "string") return this.end;
    const parent = this.places.get(parentUuid);
    if (parent !== undefined) return this.places.last(parent);
    // Readers bridge the gap with what stands before it: that must not be another conversation.
    if (isEntryId(parentUuid) && !this.#lastIsSide) return this.places.unknown(parentUuid);
    return this.#stray(line, parentUuid);
  }

  /** Where something hangs that is no turn: beside what it names, if the conversation has not gone on there. */
  #besideWhat(line: Line): Spot {
    const { parentUuid } = line.value;
    if (typeof parentUuid !== "string") return this.end;
    const parent = this.places.get(parentUuid);
    if (parent === undefined) return this.#stray(line, parentUuid);
    const last = this.places.last(parent);
    return this.places.isAbove(last, this.#end) ? this.end : last;
  }

  #stray({ offset, length }: Line, parent: string): Spot {
    this.#strays.push({ parent, offset, length });
    return this.end;
  }

  #free(wish: string): string {
    let id = wish;
    for (let count = 1; this.#ids.has(id); count++) id = derivedId(`${this.#sessionId}:${wish}`, count);
    this.#ids.add(id);
    return id;
  }
}
