import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // As cli/build.mjs has it.
  resolve: {
    alias: { "irqscope:pictures": fileURLToPath(new URL("web/app/picture/runPicture.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    maxWorkers: 2,
    // Commands and engines that take 2 s alone have taken 30 on two cores that others used.
    testTimeout: 60_000,
    tags: [{ name: "long", description: "Only `npm test -- all` runs it: tests/support/long.ts." }],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          globalSetup: "tests/support/commandBundle.ts",
          include: ["{tests,core-wasm,scenarios,lib,cli,web}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "tests/architecture/**", "tests/e2e/**"],
        },
      },
      {
        extends: true,
        test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"] },
      },
    ],
  },
});
