// What the changed files can reach: `npm test -- changed [REVISION]`. Vitest knows which tests import a file; the tables
// name what no import says: the journeys of a room of the page, tests that read files, tests that run the command.
import { spawnSync } from "node:child_process";
import { ROOT } from "../process.mjs";

/** Journeys (tests/e2e/NAME.spec.ts) through the parts of the page that a folder decides. */
export const JOURNEYS = {
  "core-wasm/binding": ["smoke", "stage", "hash"],
  "lib/addresses": ["links", "share"],
  "lib/assembler": ["program"],
  "lib/breakpoints": ["breakpoints", "programC"],
  "lib/captures": ["capture", "drop"],
  "lib/elf": ["programC"],
  "lib/events": ["timeline", "stage"],
  "lib/export": ["export", "exportPicture"],
  "lib/expressions": ["breakpoints", "ownMeasures"],
  "lib/files": ["drop"],
  "lib/journeys": ["follow", "fiveQuestions"],
  "lib/knobs": ["whatIf"],
  "lib/marking": ["lab"],
  "lib/labs": ["lab", "labs", "labEditor", "labPlatform"],
  "lib/metrics": ["smoke", "ownMeasures", "compare"],
  "lib/papers": ["papers", "keyboard"],
  "lib/programs": ["program", "programC", "programRings"],
  "lib/questions": ["labs"],
  "lib/scenarioFields": ["settings", "whatIf", "compare"],
  "lib/settings": ["settings", "whatIf"],
  "lib/shelf": ["newMachine"],
  "lib/story": ["story"],
  "lib/study": ["sweep", "keyboard"],
  "lib/sweep": ["sweep", "sweepForm", "keyboard"],
  "lib/teaching": ["lab"],
  "lib/terms": ["commands", "story"],
  "lib/why": ["why", "misses"],
  scenarios: ["smoke", "settings", "links"],
  "web/app": [
    ...[
      "smoke",
      "commands",
      "share",
      "export",
      "exportPicture",
      "video",
      "presenter",
      "quiet",
      "frames",
      "print",
    ],
    ...["charts", "hosting", "start", "surroundings", "language", "a11y", "weight"],
  ],
  "web/compare": ["compare", "compareMarks", "race", "tokens"],
  "web/devices": ["stage", "machines", "settings", "console"],
  "web/engine": ["smoke", "runTo", "range", "transport", "hash", "breakpoints", "export"],
  "web/labs": ["lab", "labs", "labEditor", "labFocus", "labPlatform", "keyboard"],
  "web/offline": ["serviceWorker", "offline"],
  "web/papers": ["papers", "keyboard"],
  "web/program": ["program", "programC", "programRings", "programs"],
  "web/scenarios": [
    ...["gallery", "library", "settings", "capture", "drop", "whatIf", "tabs", "links", "upgrade"],
  ],
  "web/simulate": [
    ...[
      "smoke",
      "stage",
      "machines",
      "memory",
      "parts",
      "flow",
      "tokens",
      "transport",
      "runTo",
      "breakpoints",
    ],
    ...["bookmarks", "follow", "console", "ownMeasures", "misses", "range"],
  ],
  "web/state": ["smoke", "share", "transport", "bookmarks", "breakpoints", "tabs", "nothingKept", "follow"],
  "web/story": ["story", "storyParts", "fiveQuestions"],
  "web/form": ["settings", "sweepForm", "forms"],
  "web/study": ["sweep", "sweepForm", "keyboard"],
  "web/styles": ["a11y", "print", "forms"],
  "web/text": ["language", "settings", "papers", "story", "translator"],
  "web/timeline": ["timeline", "timelinePicture", "tracks", "range"],
  "web/ui": ["smoke", "charts", "a11y", "commands", "frames", "sweep"],
  "web/why": ["why", "whatIf"],
};

/** Unit tests that read the files of a folder, or that run the command, by how their paths begin. */
const READ = [
  { of: /^cli\//, tests: ["tests/cli/"] },
  { of: /^(scenarios|core-wasm\/binding)\//, tests: ["tests/cli/command"] },
  { of: /^lib\/(assembler|elf|programs)\//, tests: ["tests/cli/asm", "tests/cli/programState"] },
  { of: /^lib\/captures\//, tests: ["tests/captures/"] },
  { of: /^lib\/export\//, tests: ["tests/cli/export", "tests/cli/othersReaders"] },
  { of: /^lib\/labs\//, tests: ["tests/labs/", "tests/marking/"] },
  { of: /^lib\/marking\//, tests: ["tests/marking/"] },
  { of: /^lib\/metrics\//, tests: ["tests/cli/runText", "tests/cli/csv"] },
  { of: /^lib\/(study|sweep)\//, tests: ["tests/cli/study", "tests/cli/sweep", "tests/cli/search"] },
  { of: /^lib\/why\//, tests: ["tests/cli/why"] },
  { of: /^scenarios\/(demos|programs)\//, tests: ["tests/scenarios/", "tests/programs/"] },
  { of: /^scenarios\/labs\//, tests: ["tests/labs/"] },
  { of: /^scenarios\/papers\//, tests: ["tests/papers/", "tests/scenarios/"] },
  { of: /^scenarios\/stories\//, tests: ["tests/story/"] },
  { of: /^scenarios\/studies\//, tests: ["tests/study/"] },
  {
    of: /^core-wasm\/binding\/.*\.wasm$/,
    tests: ["tests/golden/", "tests/boundary/", "tests/micro/", "tests/metrics/"],
  },
  { of: /^docs\/micro/, tests: ["tests/micro/"] },
  {
    of: /^docs\/(devices|realtime|accuracy|expressions|guide)/,
    tests: ["tests/devices/", "tests/cli/guide", "tests/expressions/"],
  },
  { of: /^docs\/papers\//, tests: ["tests/papers/"] },
  { of: /^web\/offline\/serviceWorker\.js$/, tests: ["tests/web/offline/"] },
];

/** Further checks for changes of these files. */
const CHECKS = [
  {
    of: /^core-wasm\/(src|include|layout|profile)\/|^core-wasm\/binding\/.*\.(wasm|source-hash)$/,
    checks: ["wasm"],
  },
  { of: /^core-wasm\/[^/]*\.mjs$/, checks: ["wasm", "core", "lockstep", "fuzz"] },
  { of: /^core-wasm\/(src|include|tests|ref|layout)\//, checks: ["core"] },
  { of: /^core-wasm\/(src|include|tests|ref|fuzz)\//, checks: ["lockstep"] },
  { of: /^core-wasm\/(src|include|tests|fuzz)\//, checks: ["fuzz"] },
  { of: /^core-wasm\/binding\/core_fast\.wasm$/, checks: ["papers", "python"] },
  // All of lib and scenarios can change a claim; the long list covers that.
  { of: /^(lib|scenarios|docs)\/papers\//, checks: ["papers"] },
  { of: /^python\//, checks: ["python"] },
];

/** Checks of every change: they take seconds. */
const ALWAYS = ["lint", "types", "build", "architecture"];

const FROM_IMPORTS = /\.(tsx?|m?js|json)$/;
/** Tests for other tools, and files that Vitest does not follow. */
const NO_UNIT =
  /^(tests\/(e2e|architecture|bench|browsers|mutants)|core-wasm\/(src|ref|tests|fuzz|bench)|python|\.github)\//;
const SPEC = /^tests\/e2e\/(\w+)\.spec\.ts$/;
const TEST = /\.test\.tsx?$/;
/** A change of these may break any journey. */
const EVERY_JOURNEY =
  /^(tests\/e2e\/\w+\.ts|index\.html|vite\.config\.ts|playwright\.config\.ts|tools\/(serveDist|offlineCopy|firstPage|preloads)\.mjs|public\/.*)$/;
/** A change of these may break everything. */
const EVERY_CHECK = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json)$/;

/**
 * @typedef {object} Reach
 * @property {Set<string>} checks by name
 * @property {string[]} unit files for `vitest related`
 * @property {string[] | "all"} specs names of files of tests/e2e, without their endings
 * @property {{ unit: string[], specs: string[] }} whole changed files of tests: those of the long list in them, too
 */

/** @param {readonly string[]} changed paths from the root @param {readonly string[]} tests all unit tests, as paths
 * @param {(path: string) => boolean} isThere false: the file was removed
 * @returns {Reach | undefined} undefined: it can reach everything */
export function reachOf(changed, tests, isThere = () => true) {
  if (changed.some((path) => EVERY_CHECK.test(path))) return undefined;
  const checks = new Set(ALWAYS);
  const unit = new Set(
    changed.filter((path) => FROM_IMPORTS.test(path) && !NO_UNIT.test(path) && isThere(path)),
  );
  const specs = new Set(/** @type {string[]} */ ([]));
  for (const path of changed) {
    for (const { of, checks: more } of CHECKS) if (of.test(path)) for (const name of more) checks.add(name);
    for (const { of, tests: begins } of READ)
      if (of.test(path))
        for (const test of tests) if (begins.some((begin) => test.startsWith(begin))) unit.add(test);
    for (const [room, names] of Object.entries(JOURNEYS))
      if (path.startsWith(`${room}/`)) for (const name of names) specs.add(name);
    const [, spec] = SPEC.exec(path) ?? [];
    if (spec !== undefined) specs.add(spec);
  }
  const isEvery = changed.some((path) => EVERY_JOURNEY.test(path) && !SPEC.test(path));
  if (unit.size > 0) checks.add("unit");
  if (isEvery || specs.size > 0) checks.add("e2e");
  const whole = {
    unit: [...unit].filter((path) => changed.includes(path) && TEST.test(path)),
    specs: changed.filter(isThere).flatMap((path) => SPEC.exec(path)?.[1] ?? []),
  };
  return { checks, unit: [...unit], specs: isEvery ? "all" : [...specs].sort(), whole };
}

/** @param {string[]} args @returns {string[]} lines */
function git(args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split("\n").filter((line) => line !== "");
}

/** Files that differ from a revision, those that git does not know yet among them. @param {string} revision */
export const changedSince = (revision) => [
  ...git(["diff", "--name-only", revision]),
  ...git(["ls-files", "--others", "--exclude-standard"]),
];

/** @returns {string[]} paths of all unit tests */
export const unitTests = () =>
  git(["ls-files", "--cached", "--others", "--exclude-standard"]).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.startsWith("tests/architecture/"),
  );
