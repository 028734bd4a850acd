import { defineConfig } from "vitest/config";

export default defineConfig({
  // An empty object keeps the style sheets' tools from being looked for above this folder.
  css: { postcss: {} },
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
