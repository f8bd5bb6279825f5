import { defineConfig } from "rolldown";
import { ascii, commonJs, lazy, noSubprograms, notices, withSqlite } from "./bundle-plugins.js";
import { chunkOf } from "./chunks.js";

// The published command: each command in a file of its own, and of core just what it uses, loaded when it is used.
// What core loads by its name only while it runs is not in the bundle, so package.json must name it.
export default defineConfig({
  cwd: import.meta.dirname,
  input: "src/bin.ts",
  platform: "node",
  external: [/\.node$/],
  resolve: {
    conditionNames: ["@session-tree/source", "import", "node", "default"],
    alias: { bindings: `${import.meta.dirname}/native-binding.cjs` },
  },
  plugins: [commonJs(), noSubprograms(), withSqlite(), lazy(), ascii(), notices()],
  preserveEntrySignatures: false,
  output: {
    dir: "dist",
    cleanDir: true,
    // Loading the first module of the other kind costs Node a seventh of its start.
    format: "cjs",
    dynamicImportInCjs: false,
    chunkFileNames: "[name].js",
    comments: false,
    codeSplitting: {
      // Each file costs a millisecond: what several commands share is one.
      groups: [
        { name: chunkOf, debugName: "chunks", includeDependenciesRecursively: false },
        { name: "shared", test: /packages.cli.src/, minShareCount: 2, includeDependenciesRecursively: false },
      ],
    },
  },
});
