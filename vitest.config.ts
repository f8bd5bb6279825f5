import { defineConfig } from "vitest/config";

// Tests run the sources, not the build: the condition picks `src/*.ts` in the workspace's own packages.
const conditions = ["@session-tree/source", "module", "node", "development|production"];
const report = process.env["SESSION_TREE_TEST_REPORT"];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "migrations/test/**/*.test.ts", "test/**/*.test.ts"],
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
    testTimeout: 20_000,
  },
});
