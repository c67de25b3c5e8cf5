// The checks of each place. Tests of a room are named by what their paths hold, browser journeys by their spec files.
import { JOURNEYS } from "../../tools/checks/changed.mjs";

/** Vitest's options for the projects of the unit tests: all but one, whatever they are called in a tree. */
export const UNIT_TESTS = ["--project", "!architecture"];

/** What a list adds to a command of each runner.
 * @type {Readonly<Record<"short" | "long", { vitest: string[], playwright: string[], coreTests: string[],
 *   lockstep: string[], fuzz: string[] }>>} */
export const LISTS = {
  short: {
    vitest: ["--tags-filter", "!long"],
    playwright: ["--grep-invert", "@long"],
    coreTests: ["core-wasm/check.mjs"],
    lockstep: ["core-wasm/lockstep.mjs", "--check"],
    fuzz: ["core-wasm/fuzz.mjs", "--check"],
  },
  long: {
    vitest: [],
    playwright: [],
    coreTests: ["core-wasm/check.mjs", "--all"],
    lockstep: ["core-wasm/lockstep.mjs", "--check", "--all"],
    fuzz: ["core-wasm/fuzz.mjs", "--check", "--all"],
  },
};

/** Unit tests that run the core, whose cores are built with the mutant before. */
export const TESTS_OF_CORE = ["golden", "micro", "boundary", "programs", "metrics", "scenarios"].map(
  (folder) => `tests/${folder}/`,
);

/** Tests of the bundled command: Vitest does not see that they reach `lib` and `scenarios`. */
export const TESTS_OF_COMMAND = ["tests/cli/"];

/** Rooms whose tests lie elsewhere than in the folder of the room's name. @type {Readonly<Record<string, string[]>>} */
const TESTS = {
  cli: ["tests/cli/"],
  "cli/commands": ["tests/cli/"],
  "cli/study": ["tests/cli/"],
  lib: ["tests/cli/", "tests/export/"],
  "lib/assembler": ["tests/programs/"],
  "lib/elf": ["tests/elf/", "tests/programs/elf", "tests/programs/lineEntries"],
  "lib/events": ["tests/programs/", "tests/web/engine/"],
  "lib/export": ["tests/export/", "tests/cli/export"],
  "lib/journeys": ["tests/why/", "tests/story/", "tests/web/engine/"],
  "lib/programs": ["tests/programs/", "tests/web/program/"],
  "lib/story": ["tests/story/", "tests/web/story/"],
  "lib/study": ["tests/study/", "tests/cli/study", "tests/cli/sweep"],
  "lib/sweep": ["tests/sweep/", "tests/cli/sweep"],
  "lib/terms": ["tests/web/text/"],
  "lib/why": ["tests/why/", "tests/web/why/", "tests/cli/why"],
  "scenarios/compile": ["tests/scenarios/", "tests/elf/", "tests/programs/elf"],
  "web/devices": ["tests/devices/", "tests/web/simulate/"],
  "web/labs": ["tests/labs/"],
  "web/offline": ["tests/web/offline/", "tests/web/app/", "tests/web/state/"],
};

/** @param {string} room @returns {string[]} parts of the paths of its unit tests, those in the room itself among them */
export const testsOf = (room) => [
  ...(TESTS[room] ?? [`${room.replace(/^lib/, "tests").replace(/^web/, "tests/web")}/`]),
  `${room}/`,
];

/** @param {string} room @returns {string[]} spec files; none: no page shows it apart from the rest */
export const journeysOf = (room) => (JOURNEYS[room] ?? []).map((name) => `tests/e2e/${name}.spec.ts`);

/** Rooms whose results the claims of the papers rest on: the long list runs all claims. */
export const ROOMS_OF_PAPERS = ["lib", "lib/knobs", "lib/metrics", "lib/papers"];
