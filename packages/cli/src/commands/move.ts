import { resolve } from "node:path";
import { SessionTreeError } from "@session-tree/core";
import type { Call } from "../call.ts";
import { count } from "../output/count.ts";
import { showDirectory } from "../output/directory.ts";
import { rowJson } from "../output/row.ts";
import { cleanLine } from "../output/sanitize.ts";
import { findSession } from "../resolve/target.ts";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

export async function move(run: Run, { args, options }: Call<{ from?: string; to: string }>): Promise<void> {
  const [word] = args;
  if ((word === undefined) === (options.from === undefined)) {
    throw new UsageError(
      "give a session or --from",
      "sessions move <session> --to DIR, or sessions move --from DIR --to DIR",
    );
  }
  const { cwd, home } = run.context;
  const to = resolve(cwd, options.to);
  await withStore(run, async (store) => {
    const from = options.from === undefined ? undefined : resolve(cwd, options.from);
    const moved = await store.move(from === undefined ? { session: await fileOf(word), to } : { from, to });
    if (moved.length === 0) {
      const what = from === undefined ? JSON.stringify(word) : `any session in ${showDirectory(from, home)}`;
      throw new SessionTreeError("NOT_FOUND", `Cannot move ${what}`, {
        hint: "Only native sessions move; fork others.",
      });
    }
    if (run.json) return run.printJson(from === undefined ? rowJson(moved[0]!) : moved.map(rowJson));
    await run.print(moved.map(({ id }) => cleanLine(id)).join("\n"));
    await run.note(`Moved ${count(moved.length, "session")} to ${showDirectory(to, home)}`);

    async function fileOf(session: string | undefined): Promise<string> {
      return (await findSession(run, store, session)).summary.file;
    }
  });
}
