import { defineConfig } from "rolldown";
import { ascii, commonJs, noSubprograms, notices } from "./bundle-plugins.js";

// The published command: what every start needs in one file, each command in one that is loaded when it is asked for.
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
  plugins: [commonJs(), noSubprograms(), ascii(), notices()],
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
        { name: "shared", test: /packages.cli.src/, minShareCount: 2, includeDependenciesRecursively: false },
      ],
    },
  },
});
