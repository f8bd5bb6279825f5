import { Tree } from "../tree/tree.ts";
import type { LocatedHead, LogMap } from "./log-map.ts";

/** The tree of a log's entries; it grows with the map when it is told to update. */
export function treeOfLog(map: LogMap): Tree<LocatedHead> {
  const { header } = map;
  if (header === undefined) return new Tree(map.entries);
  return new Tree(map.entries, { headerId: header.id, firstIsRoot: header.forkedFrom !== undefined });
}
