import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { titleOf } from "../output/title.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function restore(run: Run, { args: [word] }: Call): Promise<void> {
  if (word === undefined)
    throw new UsageError("name the session to restore", "sessions trash shows what can be restored.");
  await withStore(run, async (store) => {
    const summary = await store.restore(word);
    if (run.json) return run.printJson(rowJson(summary));
    await run.print(cleanLine(summary.id));
    await run.note(`Restored: ${titleOf(summary)} (${showDirectory(summary.cwd, run.context.home)})`);
  });
}
