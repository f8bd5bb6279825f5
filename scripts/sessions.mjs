// `npm run -s sessions -- …` and `pnpm sessions …`: the built command, in the directory where it was called.
import process from "node:process";

// npm and pnpm go to the checkout before they run a script.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import("../packages/cli/dist/bin.js");
