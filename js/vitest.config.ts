import { defineConfig } from "vitest/config";

export default defineConfig({
  // An empty object keeps the style sheets' tools from being looked for above this folder.
  css: { postcss: {} },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.{ts,tsx}"],
    // One page for the files of a worker: to make one for each takes as long as all the tests.
    isolate: false,
    pool: "threads",
    restoreMocks: true,
    setupFiles: ["test/setup.ts"],
    // A busy machine takes several times as long as a quiet one.
    testTimeout: 120_000,
    unstubGlobals: true,
  },
});
