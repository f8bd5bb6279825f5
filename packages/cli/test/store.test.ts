import { join } from "node:path";
import { expect, test } from "vitest";
import { Run, type GlobalOptions } from "../src/run.ts";
import { storeRoot } from "../src/store.ts";
import { FakeContext } from "./support/fake-context.ts";
import { Workspace } from "./support/workspace.ts";

function rootOf(env: Record<string, string>, options: GlobalOptions = {}): string {
  return storeRoot(new Run(new FakeContext({ cwd: "/work", home: "/home/me", env }), options));
}

test.each([
  ["--root first", { SESSIONS_ROOT: "/env", XDG_DATA_HOME: "/data" }, { root: "mine" }, "/work/mine"],
  ["then $SESSIONS_ROOT", { SESSIONS_ROOT: "/env", XDG_DATA_HOME: "/data" }, {}, "/env"],
  ["then the XDG data directory", { SESSIONS_ROOT: "", XDG_DATA_HOME: "/data" }, {}, "/data/session-tree"],
  ["a relative one is ignored", { XDG_DATA_HOME: "data" }, {}, "/home/me/.local/share/session-tree"],
  ["else below the home directory", {}, {}, "/home/me/.local/share/session-tree"],
])("%s", (_name, env, options, root) => {
  expect(rootOf(env, options)).toBe(root);
});

test("--root goes to another store", async () => {
  const workspace = new Workspace();
  await workspace.session("one", []);
  expect((await workspace.json(["list"])).value).toHaveLength(1);
  expect((await workspace.json(["list", "--root", join(workspace.home, "other")])).value).toEqual([]);
});
