import { isJsonObject, type JsonObject } from "../../format/json.ts";
import type { Told } from "../translation.ts";
import { answer, failure } from "./answer.ts";
import { compaction, preserved } from "./compaction.ts";
import { blocksOf, isAside, isBoundary, object, text, type Line } from "./line.ts";
import { carried, NoteReader } from "./noted.ts";
import { OpenTurns, type Step } from "./open-turns.ts";
import { Project } from "./project.ts";
import type { Spot } from "./places.ts";
import { SeenLines } from "./seen-lines.ts";
import { Teller } from "./teller.ts";
import { Titles } from "./titles.ts";
import { isCommand, isSaid, user, type Call } from "./user.ts";

/** What a telling needs to know of its session. */
export interface About {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  /** All lines are of a side conversation: it is the main one here. */
  readonly isSubagent: boolean;
  /** What a result stored in a file of its own. */
  stored(path: string): string | undefined;
}

/** Tells the lines of one session in our form, one after the other. */
export class Telling {
  readonly teller: Teller;
  readonly #about: About;
  readonly #turns: OpenTurns;
  readonly #isSide: (value: JsonObject) => boolean;
  readonly #titles = new Titles();
  readonly #notes: NoteReader;
  readonly #project: Project;
  readonly #seen = new SeenLines();
  /** Lines beside the conversation whose id another one has: who names it from then on means the place of the later one. */
  readonly #again = new WeakSet<JsonObject>();
  readonly #calls = new Map<string, Call>();
  /** Where turns hang, and the time of the first one there. */
  readonly #firstAt = new Map<string | null, string>();
  readonly #commands = new Set<string>();
  /** The mark of a compaction, until its summary comes. */
  #boundary: Line | undefined;
  #repeated = 0;

  constructor(about: About) {
    this.#about = about;
    const isSide = (value: JsonObject) => !about.isSubagent && value["isSidechain"] === true;
    this.#isSide = isSide;
    this.teller = new Teller(about.sessionId, isSide);
    this.#turns = new OpenTurns(isSide);
    this.#notes = new NoteReader(this.#titles, this.#calls, (uuid) => this.#seen.has(uuid));
    this.#project = new Project(about.cwd, isSide);
  }

  /** Takes the next line; gives what can be told now. */
  take(line: Line): Told[] {
    const before = this.#seen.take(line);
    if (before === "other") this.#other(line);
    // The same line once more says nothing.
    if (before === "nothing" || this.#again.has(line.value))
      for (const step of this.#turns.take(line)) this.#step(step);
    return this.teller.drain();
  }

  /** Tells what is still open, what was lost, and where the session stands. */
  end(): Told[] {
    for (const step of this.#turns.end()) this.#step(step);
    this.#endBoundary();
    const times = this.#repeated === 1 ? "once" : `${this.#repeated} times`;
    if (this.#repeated > 0)
      this.teller.tell({
        notice: `What looks like a branch is the same turn, written again with another id (${times})`,
      });
    this.teller.close();
    return this.teller.drain();
  }

  #other({ value, offset, length }: Line): void {
    const detail = "another line with this id stands before it";
    this.teller.tell({ damage: { offset, length, kind: "duplicate-id", detail } });
    if (isAside(value)) this.#again.add(value);
  }

  #step(step: Step): void {
    if ("line" in step) this.#line(step.line);
    else this.#answer(step.answer);
    for (const { value, ...place } of "line" in step ? [step.line] : step.answer) {
      const cwd = this.#project.movesTo(value);
      if (cwd !== undefined) this.teller.note({ value, ...place }, { type: "session_info", cwd });
    }
  }

  #answer(lines: readonly Line[]): void {
    this.#endBoundary();
    const [spot] = this.#turn(lines[0]!, answer(lines), true);
    for (const { value } of lines) {
      this.teller.places.alias(text(value, "uuid") ?? "", spot!);
      for (const { id, name } of blocksOf(value).filter(isCall)) this.#calls.set(id, { name });
    }
    const name = this.#isSide(lines[0]!.value) ? undefined : this.#titles.answered();
    if (name !== undefined) this.teller.note(lines[0]!, { type: "session_info", name });
  }

  #line(line: Line): void {
    const { value } = line;
    if (this.#again.has(value)) {
      this.teller.rename(line);
      return;
    }
    const hasMessage = object(value, "message") !== undefined;
    if (value["isCompactSummary"] === true && hasMessage) {
      this.#compaction(line);
      return;
    }
    if (text(value, "uuid") !== undefined) this.#endBoundary();
    if (isBoundary(value)) this.#boundary = line;
    else if (value["type"] === "user" && hasMessage) this.#user(line);
    else if (isAside(value)) this.#note(line);
    else this.#turn(line, failure(value), true);
  }

  #user(line: Line): void {
    const { value } = line;
    const said = isSaid(value) && !this.#isSide(value);
    if (!this.#isSide(value)) this.#titles.begin(value, said && !isAside(value));
    const bodies = user(value, said, this.#calls, (path) => this.#about.stored(path));
    const isStray = isCommand(value) && this.#commands.has(text(value, "parentUuid") ?? "");
    if (isCommand(value)) this.#commands.add(text(value, "uuid") ?? "");
    if (!isAside(value) && !isStray) {
      this.#turn(line, bodies, said);
      return;
    }
    for (const [index, { id }] of this.teller.beside(line, bodies, !isStray).entries()) {
      const callId = object(bodies[index]!, "message")?.["toolCallId"];
      const call = typeof callId === "string" ? this.#calls.get(callId) : undefined;
      if (call !== undefined && id !== null) call.result = id;
    }
  }

  #note(line: Line): void {
    const { nodes, annotations } = this.#notes.read(line.value);
    if (nodes.length > 0) this.teller.beside(line, nodes, nodes.at(-1)!["type"] !== "custom");
    for (const body of annotations) this.teller.note(line, body);
  }

  #compaction(line: Line): void {
    const boundary = this.#boundary;
    this.#boundary = undefined;
    const { places, end } = this.teller;
    const before = boundary && places.get(text(boundary.value, "logicalParentUuid") ?? "");
    const above = before === undefined ? end : places.last(before);
    const kept = boundary && this.#kept(boundary.value, above);
    const body = compaction(boundary?.value, line.value, kept?.id ?? null);
    const [spot] = this.#turn(boundary ?? line, [body], true, boundary && above);
    places.alias(text(line.value, "uuid") ?? "", spot!);
    // What follows the last line that was kept follows the compaction.
    if (kept !== undefined) above.behind = spot!;
  }

  #kept(boundary: JsonObject, above: Spot): Spot | undefined {
    const spot = this.teller.places.get(preserved(boundary) ?? "");
    return spot !== undefined && this.teller.places.isAbove(spot, above) ? spot : undefined;
  }

  /** A boundary whose summary did not come replaces nothing. */
  #endBoundary(): void {
    if (this.#boundary === undefined) return;
    const line = this.#boundary;
    this.#boundary = undefined;
    this.teller.beside(line, [carried(line.value)], false);
  }

  #turn(line: Line, bodies: readonly JsonObject[], isLeaf: boolean, above?: Spot): Spot[] {
    const spots = this.teller.turn(line, bodies, isLeaf, above);
    const parent = spots[0]!.above!.id;
    const time = text(line.value, "timestamp") ?? "";
    const first = this.#firstAt.get(parent);
    if (first === undefined) this.#firstAt.set(parent, time);
    else if (first === time && time !== "") this.#repeated++;
    return spots;
  }
}

function isCall(block: unknown): block is { id: string; name: string } {
  return (
    isJsonObject(block) &&
    block["type"] === "tool_use" &&
    typeof block["id"] === "string" &&
    typeof block["name"] === "string"
  );
}
