// The checks, in the order in which `npm test` runs them: cheap and likely failures first.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT, show, showNode, which } from "../process.mjs";
import { PACKAGE_CHECKS, setUpPython } from "../python.mjs";
import { papers } from "./papers.mjs";
import { playwright } from "./playwright.mjs";
import { counted, single } from "./result.mjs";
import { UNIT, vitest } from "./vitest.mjs";

/**
 * @typedef {import("./result.mjs").Result} Result
 * @typedef {object} Extent how much of a check is run
 * @property {boolean} isLong all of it, not the short list
 * @property {import("./changed.mjs").Reach} [reach] only what changed files can reach
 */

/** Format, lint, types and tests of the Python package. @param {Extent} extent @returns {Promise<Result>} */
async function python({ isLong }) {
  const { program, reason } = await setUpPython(PACKAGE_CHECKS);
  if (program === undefined)
    return { passed: 0, failures: [], note: `optional: the Python package is not checked: ${reason}` };
  const options = { cwd: join(ROOT, "python"), env: { IRQSCOPE_NODE: process.execPath } };
  const result = { passed: 0, failures: /** @type {string[]} */ ([]) };
  for (const [name = "", ...args] of [["ruff", "format", "--check"], ["ruff", "check"], ["mypy"]]) {
    const { code } = await show(program, ["-m", name, ...args], options);
    if (code === 0) result.passed++;
    else result.failures.push([name, ...args].join(" "));
  }
  for (const { code, output } of await Promise.all(
    pythonTests().map((files) =>
      show(program, ["-m", "pytest", ...(isLong ? [] : ["-m", "not long"]), ...files], options),
    ),
  )) {
    result.passed += Number(/(\d+) passed/.exec(output)?.[1] ?? 0);
    const failures = [...output.matchAll(/^(?:FAILED|ERROR|SKIPPED|XFAIL) (.*)$/gm)].map(([line]) => line);
    if (code !== 0 && failures.length === 0) failures.push(`pytest ended with code ${code}`);
    result.failures.push(...failures);
  }
  return result;
}

/** The test files in two halves, since pytest uses one processor. @returns {string[][]} */
function pythonTests() {
  const folder = join(ROOT, "python/tests");
  const files = readdirSync(folder).filter((name) => /^test_.*\.py$/.test(name));
  const bySize = files.map((name) => ({ name: `tests/${name}`, size: statSync(join(folder, name)).size }));
  const names = bySize.sort((a, b) => b.size - a.size).map(({ name }) => name);
  return [0, 1].map((half) => names.filter((_, index) => index % 2 === half));
}

/** @param {readonly Result[]} results @returns {Result} */
const merged = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failures: results.flatMap(({ failures }) => failures),
  flaky: results.flatMap(({ flaky }) => flaky ?? []),
  files: results.flatMap(({ files }) => files ?? []),
});

/** @typedef {import("./changed.mjs").Reach} Reach */

/** Tests that import what has changed; changed files of tests whole. @param {Reach} reach */
async function reachedUnit({ unit, whole }) {
  const args = ["related", "--run", "--passWithNoTests", ...unit];
  const results = [await vitest("unit", UNIT, { isLong: false, args })];
  if (whole.unit.length > 0)
    results.push(await vitest("unit-whole", UNIT, { isLong: true, args: ["run", ...whole.unit] }));
  return merged(results);
}

/** Journeys through what has changed; changed files of journeys whole. @param {Reach} reach */
async function reachedJourneys({ specs, whole }) {
  const others = specs === "all" ? [] : specs.filter((name) => !whole.specs.includes(name));
  const results = [];
  if (specs === "all" || others.length > 0) results.push(await playwright({ isLong: false, specs: others }));
  if (whole.specs.length > 0) results.push(await playwright({ isLong: true, specs: whole.specs }));
  return merged(results);
}

/** Firefox and WebKit, where they are there. @returns {Promise<Result>} */
async function browsers() {
  const isHere = {
    firefox: which("firefox-esr") !== undefined,
    webkit: which("WebKitWebDriver") !== undefined && hasScreen(),
  };
  const here = Object.entries(isHere).flatMap(([name, is]) => (is ? [name] : []));
  const left = Object.entries(isHere).flatMap(([name, is]) => (is ? [] : [name]));
  const note =
    left.length === 0 ? undefined : `optional: no journeys in ${left.join(" and ")}: npm run test:browsers`;
  const noted = note === undefined ? {} : { note };
  if (here.length === 0) return { passed: 0, failures: [], ...noted };
  const { code, output } = await showNode([
    "--experimental-websocket",
    "tests/browsers/journeys.mjs",
    ...here,
  ]);
  const failures = [...output.matchAll(/^failed {2}(.*)$/gm)].map(([, failure = ""]) => failure);
  if (code !== 0 && failures.length === 0) failures.push(`tests/browsers ended with code ${code}`);
  return { passed: [...output.matchAll(/^passed {2}/gm)].length, failures, ...noted };
}

const hasScreen = () => process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;

/** @param {boolean} isLong @returns {string[]} the option of the scripts of core-wasm */
const all = (isLong) => (isLong ? ["--all"] : []);

/** `isLong`: of the long list alone; `longNeeds`: programs that the long list needs besides.
 * @type {{ name: string, title: string, isLong?: true, needs?: ("gcc" | "clang" | "chromium")[], longNeeds?: ("clang")[], run: (extent: Extent) => Promise<Result> }[]} */
export const CHECKS = [
  {
    name: "lint",
    title: "format and lint",
    run: () => single("biome check", ["node_modules/@biomejs/biome/bin/biome", "check"]),
  },
  { name: "types", title: "types", run: () => single("tsc", ["node_modules/typescript/bin/tsc"]) },
  {
    name: "build",
    title: "production build",
    run: () => single("vite build", ["node_modules/vite/bin/vite.js", "build"]),
  },
  {
    name: "architecture",
    title: "architecture",
    run: ({ isLong }) => vitest("architecture", ["architecture"], { isLong }),
  },
  { name: "papers", title: "claims of the papers", run: papers },
  {
    name: "unit",
    title: "unit tests",
    run: ({ isLong, reach }) => (reach === undefined ? vitest("unit", UNIT, { isLong }) : reachedUnit(reach)),
  },
  {
    name: "e2e",
    title: "end to end",
    needs: ["chromium"],
    run: ({ isLong, reach }) => (reach === undefined ? playwright({ isLong }) : reachedJourneys(reach)),
  },
  { name: "browsers", title: "journeys in Firefox and WebKit", isLong: true, run: browsers },
  { name: "python", title: "Python package", run: python },
  {
    name: "core",
    title: "C tests",
    needs: ["gcc"],
    run: ({ isLong }) => counted(["core-wasm/check.mjs", ...all(isLong)]),
  },
  {
    name: "lockstep",
    title: "engine and reference model",
    needs: ["gcc"],
    run: ({ isLong }) => counted(["core-wasm/lockstep.mjs", "--check", ...all(isLong)]),
  },
  {
    name: "fuzz",
    title: "fuzzers and random scenarios",
    needs: ["gcc"],
    longNeeds: ["clang"],
    run: ({ isLong }) => counted(["core-wasm/fuzz.mjs", "--check", ...all(isLong)]),
  },
  {
    name: "wasm",
    title: "the cores are those of the sources",
    run: ({ isLong }) =>
      single("core-wasm/build.mjs --check", ["core-wasm/build.mjs", "--check", ...all(isLong)]),
  },
];
