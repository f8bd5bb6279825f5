import type { Dialect } from "../../src/dialects/dialect.ts";
import { TranslatedLog } from "../../src/dialects/translated-log.ts";
import type { Told, TranslatedHeader } from "../../src/dialects/translation.ts";
import { toBlocks } from "../../src/format/blocks.ts";
import type { Entry } from "../../src/format/entries.ts";
import { isEntry } from "../../src/format/entry-kinds.ts";
import type { Message } from "../../src/format/messages.ts";
import { project } from "../../src/projection/project.ts";
import type { Projection } from "../../src/projection/types.ts";
import { SessionLog } from "../../src/store/session-log.ts";
import { activeLeaf } from "../../src/tree/active-leaf.ts";

/** What a translation tells of a file. */
export interface Telling {
  readonly header: TranslatedHeader | undefined;
  readonly entries: readonly Entry[];
  readonly damage: readonly string[];
  readonly notices: readonly string[];
}

export function tell(dialect: Dialect, file: string): Telling {
  const told: Told[] = [...dialect.translation!.translate({ file })];
  return {
    header: told.flatMap((one) => ("header" in one ? [one.header] : []))[0],
    entries: told.flatMap((one) => ("entry" in one ? one.entry : [])),
    damage: told.flatMap((one) => ("damage" in one ? one.damage.kind : [])),
    notices: told.flatMap((one) => ("notice" in one ? one.notice : [])),
  };
}

/** The same, as what reads native logs reads it. */
export function logOf(dialect: Dialect, file: string): SessionLog {
  const source = TranslatedLog.open(file, { file }, dialect.translation!);
  return new SessionLog(source, dialect, "by-file-name");
}

/** The path to the active leaf, as short lines. */
export function activePath(log: SessionLog): string[] {
  const leaf = activeLeaf(log.tree, log.dialect.leafRule);
  return leaf === null ? [] : pathTo(log, leaf.head.id);
}

/** The paths to the other leaves. */
export function otherPaths(log: SessionLog): string[][] {
  const active = activeLeaf(log.tree, log.dialect.leafRule);
  const others = log.tree.leaves().filter((leaf) => leaf !== active);
  return others.map(({ head }) => pathTo(log, head.id));
}

function pathTo(log: SessionLog, id: string): string[] {
  return log.path(id).flatMap(({ entry }) => brief(entry));
}

/** What the model gets at the active leaf. */
export function projected(log: SessionLog): Projection {
  const leaf = activeLeaf(log.tree, log.dialect.leafRule);
  return project(log.path(leaf?.head.id ?? null), { ending: "as-is" });
}

/** Messages as short lines. */
export function lines(messages: readonly Message[]): string[] {
  return messages.flatMap(saidIn);
}

function brief(entry: Entry): string[] {
  if (isEntry(entry, "message")) return saidIn(entry.message);
  if (isEntry(entry, "custom_message")) return [`(${entry.customType})`];
  return isEntry(entry, "compaction") ? ["compaction"] : [];
}

function saidIn(message: Message): string[] {
  return toBlocks(message.content).map((block) => {
    if (block.type === "text" && message.role === "toolResult")
      return `${message.isError === true ? "failure" : "result"} ${message.toolCallId}: ${String(block["text"])}`;
    if (block.type === "text") return `${message.role}: ${String(block["text"])}`;
    if (block.type === "thinking") return `thinking: ${String(block["thinking"])}`;
    if (block.type === "toolCall") return `call ${String(block["id"])}: ${JSON.stringify(block["input"])}`;
    return `${message.role}: [${block.type}]`;
  });
}
