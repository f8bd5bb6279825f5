import { BRANCHED } from "./entries.ts";
import { Workspace } from "./workspace.ts";

/** A workspace with one session that has several branches. */
export async function branched() {
  const workspace = new Workspace();
  const file = await workspace.session("branched", BRANCHED, { name: "Flaky tests" });
  return { workspace, file };
}
