import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { notices } from "../cli/bundle-plugins.js";

const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
);
// Its types are among ours, so it is a dependency; but of its code only what is used is loaded: its languages took 13 MB.
const { zod: _bundled, ...others } = { ...dependencies, ...optionalDependencies };

// The published package: a module of the bundle for each entry point, and what they share or load later.
export default defineConfig({
  cwd: import.meta.dirname,
  input: { index: "src/index.ts", testing: "src/testing/index.ts" },
  platform: "node",
  external: Object.keys(others),
  resolve: { conditionNames: ["@session-tree/source", "import", "node", "default"] },
  plugins: [notices()],
  output: { dir: "dist/bundle", cleanDir: true, chunkFileNames: "[name].js", sourcemap: true },
});
