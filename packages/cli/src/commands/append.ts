import { InvalidEntryError, type AppendResult, type Session } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { cleanLine } from "../output/sanitize.ts";
import { shortEntryIds } from "../output/short-id.ts";
import { readNewEntries, type ReadEntry } from "../read-new-entries.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function append(run: Run, { args }: Call): Promise<void> {
  const { stdin } = run.context;
  if (stdin.isTTY)
    throw new UsageError("nothing to append", "Give entries or messages on stdin, one JSON object a line.");
  const read = await readNewEntries(stdin);
  if (read.length === 0) throw new UsageError("nothing to append: stdin is empty");
  await withTarget(run, { session: args[0] }, async ({ store, session, at }) => {
    if (at !== undefined)
      throw new UsageError("an append goes to the active leaf", "Move it first: sessions checkout");
    const { ids, leaf, branched } = await appendAll(session, read);
    if (run.json) return run.printJson({ id: session.id, entries: ids, leaf });
    await run.print(ids.map(cleanLine).join("\n"));
    const short = await shortSessionId(run, store, session.id);
    const now = leaf === null ? "" : `; the active leaf is ${shortEntryIds([leaf])(leaf)}`;
    await run.note(`Appended ${count(ids.length, "entry", "entries")} to ${short}${now}`);
    if (branched) await run.warn("another process appended meanwhile; sessions tree shows both branches");
  });
}

async function appendAll(session: Session, read: readonly ReadEntry[]): Promise<AppendResult> {
  const entries = read.map(({ entry }) => entry);
  try {
    return await session.append(entries.length === 1 ? entries[0]! : entries);
  } catch (error) {
    if (error instanceof InvalidEntryError)
      throw new InvalidEntryError(error.issues.map((issue) => atLine(issue, read)));
    throw error;
  }
}

/** Core counts the entries of a batch; a person counts lines. */
function atLine(issue: string, read: readonly ReadEntry[]): string {
  const [whole, number] = /^entry (\d+): /.exec(issue) ?? ["", "1"];
  return `line ${read[Number(number) - 1]!.line}: ${issue.slice(whole.length)}`;
}
