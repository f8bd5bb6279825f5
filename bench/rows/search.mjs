import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { inFreshProcess } from "../fresh.mjs";
import { interleave, timed } from "../interleave.mjs";

/** Where ripgrep is: `RG`, or what the shell finds. */
const RG = process.env["RG"] ?? "rg";
const CLI = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));

/** One word of a few entries, one of a third of them. */
const WORDS = { rare: "ununroba", common: "kerterwino" };

function against(name, goal, word, options) {
  return {
    name,
    against: "rg -c -j1",
    unit: "ms",
    goal,
    sizes: (data) => data.sizes.logs,
    async measure({ data, size, rounds }) {
      if (spawnSync(RG, ["--version"]).status !== 0) return { skipped: "ripgrep is not installed" };
      const { root, files } = data.words(size);
      const input = { root, folder: dirname(files[0]), word, options, rounds };
      return inFreshProcess(import.meta.url, options === undefined ? "runCommand" : "searchOpen", input)
        .value;
    },
  };
}

export const search = [
  {
    name: "build the search index",
    against: "JSON.parse of every line",
    unit: "ms of the processor",
    goal: 6,
    sizes: (data) => data.sizes.branches,
    async measure({ data, size, rounds }) {
      return inFreshProcess(import.meta.url, "build", { ...data.words(size), rounds }).value;
    },
  },
  {
    name: "size of the search index",
    against: "size of the logs",
    unit: "MB",
    goal: 0.2,
    sizes: (data) => data.sizes.branches,
    async measure({ data, size }) {
      const { root, bytes } = data.words(size);
      const { value } = inFreshProcess(import.meta.url, "sizeOf", { root });
      return { figure: [value / 1e6], baseline: [bytes / 1e6] };
    },
  },
  against("search a rare word, newest 20, store open", 1 / 50, WORDS.rare, { sort: "newest" }),
  against("search a common word, newest 20, store open", 1 / 50, WORDS.common, { sort: "newest" }),
  against("search a rare word, best 20, store open", 1, WORDS.rare, {}),
  against("search a common word, best 20, store open", 1, WORDS.common, {}),
  against("search a rare word, the whole command", 1 / 3, WORDS.rare),
  against("search a rare word, deep", 4, WORDS.rare, { deep: true }),
];

export async function build({ root, files, rounds }) {
  const { openStore } = await import("@session-tree/core");
  const parse = () => {
    for (const file of files)
      for (const line of readFileSync(file, "utf8").split("\n")) if (line !== "") JSON.parse(line);
  };
  const first = async () => {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${root}/search.sqlite${end}`, { force: true });
    const store = await openStore({ root });
    await store.search("absent");
    await store.close();
  };
  return interleave(
    () => processorTime(first),
    () => processorTime(parse),
    rounds,
  );
}

export async function sizeOf({ root }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  await store.search("absent");
  await store.close();
  return readFileSync(`${root}/search.sqlite`).length;
}

export async function searchOpen({ root, folder, word, options, rounds }) {
  const { openStore } = await import("@session-tree/core");
  const store = await openStore({ root });
  const figure = () => timed(() => store.search(word, options));
  // Compiled code is what a host runs, and the index is there.
  await interleave(figure, () => 0, 10);
  const taken = await interleave(figure, () => ripgrep(word, folder), rounds);
  await store.close();
  return taken;
}

export function runCommand({ root, folder, word, rounds }) {
  const command = [CLI, "search", "--root", root, "--jsonl", "--sort", "newest", word];
  const figure = () => timed(() => execFileSync(process.execPath, command));
  execFileSync(process.execPath, command);
  return interleave(figure, () => ripgrep(word, folder), rounds);
}

function ripgrep(word, folder) {
  return timed(() => spawnSync(RG, ["-c", "-j1", "-F", word, folder], { stdio: "ignore" }));
}

/** A build is long, and others may be busy: the time of the clock would tell of them. */
async function processorTime(work) {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
