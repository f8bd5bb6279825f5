import { basename, isAbsolute, join, relative, sep } from "node:path";
import * as z from "zod/mini";
import { once } from "../format/once.ts";
import { projectsFolder } from "./layout.ts";
import { isLogName } from "./list-logs.ts";
import type { SessionNote } from "./trash.ts";

/** The file that tells what lies in a folder of the trash. */
export const MANIFEST = "manifest.json";

const manifestSchema = once(() => {
  const text = z.nullable(z.string());
  return z.object({
    id: z.string(),
    dialect: z.string(),
    name: text,
    title: text,
    cwd: text,
    /** Below the root, with `/`, so that a root can be moved. */
    from: z.string(),
    deletedAt: z.string(),
    bytes: z.number(),
  });
});

/** A manifest: what is told of a session, and the path of its log. */
export type Manifest = SessionNote & { readonly from: string };

/** The bytes of a manifest. */
export function encodeManifest(
  root: string,
  { id, dialect, name, title, cwd, from, ...rest }: Manifest,
): Buffer {
  const below = relative(root, from).split(sep).join("/");
  const manifest = {
    id,
    dialect,
    name,
    title,
    cwd,
    from: below,
    deletedAt: rest.deletedAt,
    bytes: rest.bytes,
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

/** Undefined: it cannot be read, or names a path that is none of a log of this store. */
export function decodeManifest(root: string, bytes: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(bytes);
  } catch {
    return undefined;
  }
  const { data } = manifestSchema().safeParse(value);
  if (data === undefined) return undefined;
  const from = join(root, ...data.from.split("/"));
  const below = relative(projectsFolder(root), from);
  const inside = !below.startsWith("..") && !isAbsolute(below) && isLogName(basename(below));
  return inside ? { ...data, from } : undefined;
}
