import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The package is of modules; what it publishes is not. */
export function commonJs() {
  return {
    name: "common-js",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "package.json", source: '{"type":"commonjs"}\n' });
    },
  };
}

/** Puts the licences of all bundled packages beside the bundle, as they ask for it. */
export function notices() {
  const packages = new Map();
  return {
    name: "notices",
    moduleParsed({ id }) {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
      if (folder === undefined || packages.has(folder)) return;
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) this.error(`${name} has no licence file`);
      packages.set(
        folder,
        `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`,
      );
    },
    generateBundle() {
      const sorted = [...packages.values()].toSorted((one, other) => (one < other ? -1 : 1));
      const source = sorted.join(`\n${"-".repeat(72)}\n\n`);
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source });
    },
  };
}

/** Escapes all that is not ASCII, in strings and patterns: Node reads such a file in half the time, and keeps it in half the memory. */
export function ascii() {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "ascii",
    // What was escaped any earlier is printed as it was.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk") file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped);
    },
  };
}

/** Commander starts programs that are commands of another. We have none, and loading what starts them takes 1.5 ms of each start. */
export function noSubprograms() {
  const id = "\0no-subprograms";
  return {
    name: "no-subprograms",
    resolveId: (source, importer) =>
      source === "node:child_process" && /\/commander\//.test(importer ?? "") ? id : undefined,
    load: (loaded) => (loaded === id ? "module.exports = {};" : undefined),
  };
}

/** Loads other files of the bundle and modules of Node when they are first used, as all of them are named by a constant. */
export function lazy() {
  return {
    name: "lazy",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = lazily(file.code);
    },
  };
}

function lazily(code) {
  const names = [];
  // Nothing is taken from these.
  const needed = code.replaceAll(/^require\("node:.+?"\);\n/gm, "");
  const declared = needed.replaceAll(
    /^(?:const|let) ([\w$]+) = require\((".+?")\);$/gm,
    (line, name, file) => {
      // Who takes it as a whole needs it at once.
      if (new RegExp(`${nameIn(name)}(?!\\.| = require)`).test(code)) return line;
      names.push(name);
      return `let ${name}$;\nconst ${name} = () => (${name}$ ??= require(${file}));`;
    },
  );
  const used = new RegExp(`(${names.map(nameIn).join("|")})\\.`, "g");
  return names.length === 0 ? code : declared.replaceAll(used, "($1()).");
}

/** The pattern of a name as a whole. */
function nameIn(name) {
  return `(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`;
}

/** Takes SQLite's JavaScript into the bundle, which core requires while it runs: to find and read its fourteen files took 14 ms of a start. */
export function withSqlite() {
  return {
    name: "with-sqlite",
    transform: {
      filter: { id: /\/core\/src\/.*\/sqlite\.ts$/ },
      handler: (code) => code.replace(/createRequire\(.*?\)(?=\("better-sqlite3"\))/, "require"),
    },
  };
}
