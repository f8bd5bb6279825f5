import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { interleave, timed } from "../interleave.mjs";

const BIN = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));
const SESSIONS = 100;

/** A whole process: from its spawn to its exit. */
function start(name, goal, args) {
  return {
    name,
    against: "node -e 0",
    unit: "ms",
    goal,
    async measure({ data, rounds }) {
      // It would be read by Node itself, at every start.
      const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
      const env = { ...inherited, SESSIONS_ROOT: data.sessions(SESSIONS).root, HOME: data.scratch("home") };
      const run = (programArgs) => timed(() => execFileSync(process.execPath, programArgs, { env }));
      await run([BIN, ...args]);
      return interleave(
        () => run([BIN, ...args]),
        () => run(["-e", "0"]),
        rounds * 2 + 1,
      );
    },
  };
}

export const starts = [
  start("sessions --version", 1.3, ["--version"]),
  start(`sessions list --all, ${SESSIONS} sessions`, 2, ["list", "--all"]),
];
