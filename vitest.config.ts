import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const UNIT_TESTS = {
  globalSetup: ["tests/support/commandBundle.ts", "tests/support/deviceTables.ts"],
  include: ["{tests,core-wasm,scenarios,lib,cli,web}/**/*.test.{ts,tsx}"],
};
const NO_UNIT_TESTS = ["**/node_modules/**", "tests/architecture/**", "tests/e2e/**"];
/** They replace modules or run in a document, for which each of them needs modules of its own. All other files of a process share theirs:
 * reading 1,400 modules anew took about as much time as the tests. */
const ISOLATED = [
  "tests/cli/machinePoolEnd.test.ts",
  "tests/cli/machinePoolFault.test.ts",
  "tests/cli/output.test.ts",
  "tests/cli/sweepTerminal.test.ts",
  "tests/cli/takePlace.test.ts",
  "tests/web/app/lightParts.test.ts",
  "tests/web/app/pictureRow.test.tsx",
  "tests/web/state/lateScript.test.ts",
  "tests/web/story/storyForm.test.tsx",
  "tests/web/study/studyForm.test.tsx",
  "tests/web/timeline/flowLayer.test.ts",
];

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
    hookTimeout: 60_000,
    tags: [{ name: "long", description: "Only `npm test -- all` runs it: tests/support/long.ts." }],
    projects: [
      {
        extends: true,
        test: {
          ...UNIT_TESTS,
          name: "unit",
          exclude: [...NO_UNIT_TESTS, ...ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...UNIT_TESTS, name: "isolated", include: ISOLATED, exclude: NO_UNIT_TESTS },
      },
      {
        extends: true,
        test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"] },
      },
    ],
  },
});
