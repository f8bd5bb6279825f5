import type { Session } from "@session-tree/core";
import type { Call } from "../call.ts";
import { outlined } from "../output/condensed.ts";
import { damageNote } from "../output/damage-note.ts";
import { viewEntry, type EntryView } from "../output/entry-view.ts";
import { page } from "../output/pager.ts";
import { sessionHeading } from "../output/session-heading.ts";
import { drawTree } from "../output/tree.ts";
import { parentNote } from "../resolve/parent-note.ts";
import { withTarget } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { UsageError } from "../usage-error.ts";

export async function tree(run: Run, { args, options }: Call<{ full?: boolean }>): Promise<void> {
  await withTarget(run, { session: args[0] }, async ({ store, session, summary, at }) => {
    if (at !== undefined) throw new UsageError("tree draws whole sessions", "For one branch: sessions show");
    const view = await session.tree();
    if (run.json) return run.printJson(view);
    const views = await viewsOf(session);
    const { stdout } = run.context;
    const drawing = {
      style: run.style,
      width: stdout.isTTY ? stdout.columns : undefined,
      full: options.full ?? false,
    };
    const parent = await parentNote(store, summary);
    return page(run, text());

    function* text(): Generator<string> {
      yield sessionHeading(run, summary, parent);
      if (view.nodes.length === 0) yield "No entries yet\n";
      for (const line of drawTree(view, views, drawing)) yield `${line}\n`;
      yield damageNote(run, summary, view.damage);
    }
  });
}

async function viewsOf(session: Session): Promise<Map<string, EntryView>> {
  const views = new Map<string, EntryView>();
  for await (const entry of session.entries({ previews: true }))
    views.set(entry.id, outlined(viewEntry(entry)));
  return views;
}
