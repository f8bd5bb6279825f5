import { NotFoundError } from "@session-tree/core";
import type { Run } from "../run.ts";
import { withStore } from "../store.ts";
import type { Words } from "./target.ts";

/** Reads `[session] <entry>`: a word alone is an entry of the newest session, or else `<session>@<entry>`. */
export async function entryWords(run: Run, words: readonly string[]): Promise<Words> {
  if (words.length > 1) return { session: words[0], at: words[1] };
  const word = words[0] ?? "";
  const split = word.lastIndexOf("@");
  if (split < 0 || (await isEntryOfNewest(run, word))) return { session: undefined, at: word };
  return { session: word };
}

async function isEntryOfNewest(run: Run, word: string): Promise<boolean> {
  return withStore(run, async (store) => {
    const session = await store.continue({ cwd: run.cwd });
    if (session === undefined) return false;
    try {
      await session.resolveEntry(word);
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) return false;
      throw error;
    } finally {
      await session.close();
    }
  });
}
