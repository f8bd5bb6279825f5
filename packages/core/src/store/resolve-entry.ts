import { AmbiguousError, NotFoundError } from "../errors.ts";
import { isAnnotation } from "../format/entry-kinds.ts";
import type { LocatedHead } from "../log/log-map.ts";
import { labelsOf } from "../tree/labels.ts";
import { above, pathTo } from "../tree/path.ts";
import { previewOf } from "./preview.ts";
import type { SessionLog } from "./session-log.ts";

/**
 * The entry that a person means by `query`: an id, a label, `~n` (the node before the n-th last user message of the
 * branch), a unique prefix or suffix of an id. Null: before the first entry.
 * @throws NotFoundError, AmbiguousError
 */
export function resolveEntry(log: SessionLog, leaf: string | null, query: string): string | null {
  if (log.head(query) !== undefined) return query;
  const labelled = [...labelsOf(log.heads)].filter(([, label]) => label === query).map(([id]) => id);
  const known = labelled.filter((id) => log.head(id) !== undefined);
  if (known.length > 0) return only(log, query, known);
  const back = /^~(\d{1,9})$/.exec(query);
  if (back !== null) return before(log, leaf, query, Number(back[1]));
  for (const matches of [byPrefix, bySuffix]) {
    const found = log.heads.filter(({ id }) => matches(id, query));
    const nodes = found.filter(({ type }) => !isAnnotation(type));
    const candidates = nodes.length > 0 ? nodes : found;
    if (query !== "" && candidates.length > 0)
      return only(
        log,
        query,
        candidates.map(({ id }) => id),
      );
  }
  throw new NotFoundError("entry", query, "The ids and labels of a session are shown by its tree.");
}

function byPrefix(id: string, query: string): boolean {
  return id.startsWith(query);
}

function bySuffix(id: string, query: string): boolean {
  return id.endsWith(query);
}

function only(log: SessionLog, query: string, ids: readonly string[]): string {
  if (ids.length === 1) return ids[0]!;
  const candidates = ids.map((id) => ({ id, title: titleOf(log, log.head(id)) }));
  throw new AmbiguousError("entries", query, candidates);
}

function titleOf(log: SessionLog, head: LocatedHead | undefined): string {
  return head === undefined ? "" : previewOf(log.preview(head).entry);
}

function before(log: SessionLog, leaf: string | null, query: string, count: number): string | null {
  const node = leaf === null ? undefined : log.tree.node(leaf);
  const path = node === undefined ? [] : pathTo(node);
  const user = path.filter(({ head }) => head.role === "user").at(-count);
  if (user === undefined || count === 0) {
    throw new NotFoundError("entry", query, "The branch has fewer user messages; ~1 is before the last one.");
  }
  return above(user, true)?.head.id ?? null;
}
