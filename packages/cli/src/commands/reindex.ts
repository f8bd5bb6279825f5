import { showBytes } from "../output/bytes.ts";
import { count } from "../output/count.ts";
import { ProgressLine } from "../output/progress.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";

export async function reindex(run: Run): Promise<void> {
  await withStore(run, async (store) => {
    const progress = new ProgressLine(run.context, "Reading", "log");
    const built = await store.reindex({ onProgress: progress.update });
    progress.end();
    if (run.json) return run.printJson(built);
    const { sessions, entries, search } = built;
    const words = search === null ? "" : `; search index: ${showBytes(search.bytes)}`;
    return run.print(`Indexed ${count(sessions, "session")}, ${count(entries, "entry", "entries")}${words}`);
  });
}
