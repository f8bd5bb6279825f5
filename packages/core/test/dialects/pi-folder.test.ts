import { join } from "node:path";
import { expect, test } from "vitest";
import { piSessionsFolder } from "../../src/dialects/pi/folder.ts";

const home = join("/", "home", "u");

test.each([
  ["by default", {}, join(home, ".pi", "agent", "sessions")],
  ["an empty variable says nothing", { PI_CODING_AGENT_DIR: "" }, join(home, ".pi", "agent", "sessions")],
  ["by the variable", { PI_CODING_AGENT_DIR: join("/", "data", "pi") }, join("/", "data", "pi", "sessions")],
  ["below the home folder", { PI_CODING_AGENT_DIR: "~/pi" }, join(home, "pi", "sessions")],
  ["in the home folder", { PI_CODING_AGENT_DIR: "~" }, join(home, "sessions")],
])("pi's sessions folder: %s", (_name, env, expected) => {
  expect(piSessionsFolder({ home, env })).toBe(expected);
});
