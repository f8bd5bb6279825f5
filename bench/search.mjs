import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { openStore } from "../packages/core/dist/index.js";
import { writeSessions } from "./search-data.mjs";

/**
 * What a search costs, over `MB` of generated logs, against `JSON.parse` of their lines and against ripgrep, where it
 * is installed (`RG` names it): `node bench/search.mjs [MB] [rounds]`. Prints the rows as JSON.
 */
const [, , megabytes = "100", rounds = "5"] = argv;
const rg = env["RG"] ?? "rg";
const cli = fileURLToPath(new URL("../packages/cli/dist/bin.js", import.meta.url));
const hasRg = spawnSync(rg, ["--version"]).status === 0;

const root = env["BENCH_ROOT"] ?? mkdtempSync(join(tmpdir(), "bench-search-"));
const folder = existsSync(join(root, "projects"))
  ? join(root, "projects", "project-0123456789ab")
  : writeSessions(root, { bytes: Number(megabytes) * 1e6 });
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => join(folder, name));
const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
const rows = [];

try {
  const parse = processorTime(parseAll);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(root, `search.sqlite${end}`), { force: true });
  const store = await openStore({ root });
  const build = await processorTimeOf(() => store.search("absent"));
  const parseAgain = processorTime(parseAll);
  row(
    "build the search index",
    "JSON.parse of every line, processor time",
    build,
    (parse + parseAgain) / 2,
    6,
  );
  const { search } = await store.doctor({ session: files[0] });
  row("size of the search index", "bytes of the logs", search.bytes, bytes, 0.2);

  const words = wordsOf(files[0]);
  const queries = {
    "a common word": words.common,
    "a rare word": words.rare,
    "a phrase": `"${words.phrase}"`,
  };
  for (const [what, query] of Object.entries(queries)) {
    const word = query.replaceAll('"', "");
    await against(`newest 20, ${what}`, word, 1 / 50, () => store.search(query, { sort: "newest" }));
    await against(`best 20, ${what}`, word, 1, () => store.search(query));
    await against(`deep, ${what}`, word, 4, () => store.search(query, { deep: true }));
    await against(`deep, ${what}, any case`, word, 8, () =>
      store.search(query.toLowerCase(), { deep: true }),
    );
    const command = [cli, "search", "--root", root, "--jsonl", "--sort", "newest", query];
    await against(`the command, ${what}`, word, 1 / 3, () => execFileSync(execPath, command));
  }
  await store.close();
} finally {
  if (env["BENCH_ROOT"] === undefined) rmSync(root, { recursive: true });
}
console.log(JSON.stringify(rows));

function parseAll() {
  for (const file of files)
    for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") JSON.parse(line);
}

/** A word of every tenth entry, one of hardly any, and two words that stand side by side in a few. */
function wordsOf(file) {
  const counts = new Map();
  const text = JSON.parse(readFileSync(file, "utf8").split("\n")[1]).message.content[0].text;
  const pairs = text.match(/\b[a-z]{4,} [a-z]{4,}\b/g);
  for (const word of text.match(/\b[a-z]{4,}\b/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort((one, other) => other[1] - one[1]);
  return { common: sorted[0][0], rare: sorted.at(-1)[0], phrase: pairs.at(-1) };
}

/** Each round takes both, so that a busy moment strikes both alike; the ratio is the median of those of the rounds. */
async function against(what, word, goal, task) {
  if (!hasRg) return;
  const times = [];
  for (let round = 0; round < Number(rounds); round++) {
    const one = await time(task);
    const other = await time(() => spawnSync(rg, ["-c", "-j1", "-F", word, folder], { stdio: "ignore" }));
    times.push({ one, other, ratio: one / other });
  }
  const { one, other } = times.sort((a, b) => a.ratio - b.ratio)[Math.floor(times.length / 2)];
  row(what, "rg -c -j1", one, other, goal);
}

function row(what, against, value, base, goal) {
  const unit = what.startsWith("size") ? "bytes" : "ms";
  rows.push({ what, against, [unit]: value, base, ratio: value / base, goal });
}

async function time(task) {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}

function processorTime(task) {
  const begun = process.cpuUsage();
  task();
  return sum(process.cpuUsage(begun));
}

async function processorTimeOf(task) {
  const begun = process.cpuUsage();
  await task();
  return sum(process.cpuUsage(begun));
}

function sum({ user, system }) {
  return (user + system) / 1000;
}
