import type { Call } from "../call.ts";
import { showDirectory } from "../output/directory.ts";
import { cleanLine } from "../output/sanitize.ts";
import { madeJson } from "../output/session-json.ts";
import { shortSessionId } from "../resolve/short-session-id.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";

export async function newSession(run: Run, { options }: Call<{ name?: string }>): Promise<void> {
  await withStore(run, async (store) => {
    const session = await store.create({ cwd: run.cwd, name: options.name, eager: true });
    try {
      if (run.json) return await run.printJson(madeJson(session));
      await run.print(cleanLine(session.id));
      await run.note(`Made an empty session in ${showDirectory(run.cwd, run.context.home)}`);
      const short = await shortSessionId(run, store, session.id);
      await run.note(run.noteStyle.faint(`Next: sessions append ${short} < messages.jsonl`));
    } finally {
      await session.close();
    }
  });
}
