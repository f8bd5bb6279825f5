import { SessionTreeError } from "../errors.ts";
import type { Exporter } from "./exporter.ts";
import { openaiJsonlExporter } from "./openai-jsonl/exporter.ts";
import { piExporter } from "./pi/exporter.ts";

/** The formats that sessions are written in, besides our own, by the names of their dialects. */
const EXPORTERS: ReadonlyMap<string, Exporter> = new Map([
  ["pi", piExporter],
  ["openai-jsonl", openaiJsonlExporter],
]);

/** The names of all formats that sessions can be exported in. */
export const EXPORT_FORMATS: readonly string[] = [...EXPORTERS.keys(), "native"];

/** How sessions are written in the format of that name. @throws SessionTreeError `INVALID_ARGUMENT` if they are not */
export function exporterNamed(name: string): Exporter | "native" {
  const exporter = name === "native" ? name : EXPORTERS.get(name);
  if (exporter !== undefined) return exporter;
  throw new SessionTreeError("INVALID_ARGUMENT", `Nothing can be exported to ${JSON.stringify(name)}`, {
    hint: `Sessions are exported to: ${EXPORT_FORMATS.join(", ")}.`,
  });
}
