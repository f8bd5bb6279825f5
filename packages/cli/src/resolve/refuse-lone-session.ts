import { AmbiguousError, NotFoundError } from "@session-tree/core";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import { UsageError } from "../usage-error.ts";

/** A word alone is meant for the newest session; but if it is the id of one, the word itself was forgotten. */
export async function refuseLoneSession(run: Run, word: string, usage: string): Promise<void> {
  await withStore(run, async (store) => {
    try {
      const { id, originId } = await store.resolve(word, { cwd: run.cwd });
      const isId = [id, originId].some((one) => one?.startsWith(word) || one?.endsWith(word));
      if (isId) throw new UsageError(`${JSON.stringify(word)} is a session`, usage);
    } catch (error) {
      // Then the word means no one session.
      if (!(error instanceof NotFoundError || error instanceof AmbiguousError)) throw error;
    }
  });
}
