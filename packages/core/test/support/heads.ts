import type { EntryHead } from "../../src/format/head.ts";

/** An entry head in short: id, parent, type, and what else matters. */
export type HeadSpec = [id: string, parentId: string | null, type?: string, more?: Partial<EntryHead>];

export function head([id, parentId, type = "message", more = {}]: HeadSpec): EntryHead {
  return {
    type,
    id,
    parentId,
    timestamp: undefined,
    role: undefined,
    targetId: undefined,
    label: undefined,
    keptId: undefined,
    ...more,
  };
}
