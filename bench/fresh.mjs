import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));

/** What the exported function `task` of a module gives in a process of its own, and the most memory that one took, in MB. */
export function inFreshProcess(module, task, input, flags = []) {
  const args = [...flags, "--expose-gc", CHILD, module, task];
  const options = { input: JSON.stringify(input), encoding: "utf8", maxBuffer: 64 << 20 };
  const output = execFileSync(process.execPath, args, options);
  return JSON.parse(output);
}
