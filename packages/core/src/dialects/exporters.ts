import { SessionTreeError } from "../errors.ts";
import { AGENTS } from "./agents.ts";
import type { Exporter } from "./exporter.ts";

/** How sessions are written in the format of that name; our own is none of an agent's. @throws SessionTreeError `INVALID_ARGUMENT` */
export async function exporterNamed(name: string): Promise<Exporter | "native"> {
  if (name === "native") return name;
  const load = AGENTS.find(({ dialect }) => dialect.name === name)?.exporter;
  if (load !== undefined) return load();
  const names = AGENTS.filter((agent) => agent.exporter !== undefined).map(({ dialect }) => dialect.name);
  throw new SessionTreeError("INVALID_ARGUMENT", `Nothing can be exported to ${JSON.stringify(name)}`, {
    hint: `Sessions are exported to: native, ${names.join(", ")}.`,
  });
}
