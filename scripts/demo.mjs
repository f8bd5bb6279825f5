// The second half of `npm start`: the main job, step by step, on the sample sessions, in a store of its own.
// Each step is a real command, printed before it runs. SESSION_TREE_DEMO_DIR puts store and project elsewhere.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { foundAgents } from "./found-agents.mjs";
import { outline } from "./outline.mjs";

const checkout = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(checkout, "packages", "cli", "dist", "bin.js");
const folder = resolve(process.env.SESSION_TREE_DEMO_DIR ?? join(checkout, ".demo"));
const store = join(folder, "store");
const project = join(folder, "project");
const samplesFolder = join(checkout, "test-fixtures", "samples");
/** Where the samples say that they were recorded. */
const recordedIn = "/home/ada/projects/weather";
/** Asked in turn, so that each run's fork differs from the one before it. */
const questions = [
  "Could a phone get this as an alert?",
  "Can it also tell when the rain ends?",
  "What if two frames are missing?",
];

const colors = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (colors ? `\x1b[1m${text}\x1b[22m` : text);
const width = Math.min(process.stdout.columns ?? 80, 100);

// The demo stays with its samples: in this home there are no agents, so your own sessions are neither read nor indexed
// here. And nothing waits for a pager.
const nowhere = join(folder, "no-home");
const namesAnAgentsFolder = /^(PI_|CLAUDE_|CODEX_|GEMINI_|OPENCODE|COPILOT_|XDG_)/;
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !namesAnAgentsFolder.test(name))),
  HOME: nowhere,
  USERPROFILE: nowhere,
  SESSIONS_ROOT: store,
  SESSIONS_PAGER: "",
};

class StepFailed extends Error {}

// A reader that leaves (`npm start | head`) is no error worth a stack trace.
process.stdout.on("error", () => process.exit(1));
try {
  await main();
} catch (error) {
  // An error of the system (no space, no right to write) has a code; anything else is a bug, and shows where.
  if (!(error instanceof StepFailed) && error.code === undefined) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function main() {
  if (!existsSync(bin)) throw new StepFailed("The command is not built yet: npm start does that first.");
  mkdirSync(project, { recursive: true });

  say("Three sessions that coding agents recorded: two of pi, one of ours.");
  const samples = readdirSync(samplesFolder).map((name) => relative(project, join(samplesFolder, name)));
  step(["import", ...samples], { lines: ["sessions import", ...samples.map((file) => `    ${file}`)] });
  if (ask(["list", "--all"]).some(({ cwd }) => cwd !== null && resolve(cwd) === resolve(recordedIn))) {
    say("They were recorded in Ada's folder. Here the project lies elsewhere:");
    step(["move", "--from", recordedIn, "--to", "."]);
  }
  step(["list"]);
  await tellOfAgents();

  say("Go on where the newest conversation stopped, and see its branches:");
  step(["continue"]);
  step(["tree"]);
  const source = ask(["continue"]);

  say("Fork it before its last question, and ask something else instead:");
  step(["fork", short(source.id, knownIds()), "--at", "~1"]);
  const fork = ask(["continue"]);
  const ids = knownIds();
  const content = questions[ids.length % questions.length];
  const message = JSON.stringify({ role: "user", content });
  const append = ["append", short(fork.id, ids)];
  step(append, { lines: [`echo '${message}'`, `  | sessions ${append.join(" ")}`], input: `${message}\n` });

  say("What a model would get for each leaf, here with one line for each message:");
  for (const { id } of [source, fork]) {
    const projection = step(["project", short(id, ids), "--json"], { capture: true });
    console.log(outline(JSON.parse(projection), width).join("\n"));
  }
  tellWhatIsNext();
}

/** Prints a command, runs it on this terminal, and stops the demo if it fails. */
function step(args, { lines = [`sessions ${args.join(" ")}`], input, capture = false } = {}) {
  console.log(bold(`\n$ ${lines.join(" \\\n")}`));
  return sessions(args, {
    stdio: [input === undefined ? "ignore" : "pipe", capture ? "pipe" : "inherit", "inherit"],
    input,
  });
}

/** What the next step needs to know. */
function ask(args) {
  return JSON.parse(sessions([...args, "--json"], { stdio: ["ignore", "pipe", "pipe"] }));
}

function sessions(args, options) {
  const run = spawnSync(process.execPath, [bin, ...args], {
    cwd: project,
    env,
    encoding: "utf8",
    maxBuffer: Infinity,
    ...options,
  });
  if (run.status === 0) return run.stdout;
  const reason = run.error?.message ?? run.stderr?.trim() ?? "";
  const end = run.signal === null ? `exit code ${run.status}` : run.signal;
  throw new StepFailed(
    `The demo stops: "sessions ${args[0]}" failed (${end}). ${reason}\nTo start afresh, delete ${shown(folder)}`,
  );
}

function knownIds() {
  return ask(["list", "--all", "--archived"]).map(({ id }) => id);
}

/** The shortest prefix of 8 to 13 characters that no other session has: what a person would type. */
function short(id, ids) {
  const length = [8, 10, 11, 12, 13].find(
    (cut) => ids.filter((other) => other.startsWith(id.slice(0, cut))).length === 1,
  );
  return length === undefined ? id : id.slice(0, length);
}

async function tellOfAgents() {
  const agents = await foundAgents();
  say(
    agents.length === 0 ? "No other agent's sessions were found on this machine." : "Found on this machine:",
  );
  for (const { title, place, logs, list } of agents) {
    console.log(`  ${title}: ${logs} in ${place}`);
    console.log(`    ${list}`);
  }
}

function tellWhatIsNext() {
  const command = `node ${relative(process.cwd(), bin)}`;
  const inDemo = `--root ${shown(store)} --cwd ${shown(project)}`;
  say("Now you. In the demo's store:");
  for (const args of ["show", "list", "fork @~2"]) console.log(`  ${command} ${args} ${inDemo}`);
  say("With sessions of your own, and for all that it can do:");
  for (const args of ["list --all", "--help"]) console.log(`  ${command} ${args}`);
  say("`npm run -s sessions -- list` and `pnpm sessions list` do the same.");
}

function say(text) {
  console.log(`\n${text}`);
}

function shown(path) {
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}
