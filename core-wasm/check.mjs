// Compiles the C tests, runs them, compares the golden hashes, and prints `N passed, N failed`.
//   node core-wasm/check.mjs          with the sanitizers at -O2, fewer random machines, golden hashes also at -O2 alone and in WebAssembly
//   node core-wasm/check.mjs --all    also with sanitizers at -O1, and whole at -O0 and at -O2 alone
// A test program is test_*.c in a room of tests; it prints "ok name" or "FAIL name" per test (tests/support/test.h).
// With --update-golden the hashes of this build become the golden ones: only after a change of the model
// or of the records that is meant, with a new sim_version.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { FAST_CORE, SMALL_CORE } from "./cores.mjs";
import { differences, loadGolden, readCases, runInWasm, saveGolden } from "./golden.mjs";
import { execute, inParallel } from "./jobs.mjs";
import { compiledObjects, forgetOldObjects, linkedProgram } from "./objects.mjs";
import {
  BUILD_ROOT,
  CORE_ROOT,
  engineSources,
  hasGcc,
  SANITIZE,
  sourcesIn,
  TEST_FOLDERS,
  TEST_PROGRAM,
} from "./toolchain.mjs";

const SANITIZED = { name: "sanitize", flags: SANITIZE };
const OPTIMISED = { name: "O2", flags: ["-O2"] };
const PLAIN = { name: "O0", flags: ["-O0"] };
/** The optimiser removes less code, so the sanitizers see more of it. */
const SANITIZED_O1 = { name: "sanitize-O1", flags: SANITIZE.map((flag) => (flag === "-O2" ? "-O1" : flag)) };

const isAll = process.argv.includes("--all");
/** Tests of many random machines run only a third of them (tests/support/test.h). */
const TEST_FLAGS = [...TEST_FOLDERS, ...(isAll ? [] : ["-DTEST_ONE_IN=3"])];
/** The slowest programs start first, because they run in parallel. */
const MODES = isAll ? [SANITIZED, SANITIZED_O1, PLAIN, OPTIMISED] : [SANITIZED];

/** Slower programs are named in the list of slow files that `npm test` prints at its end. */
const TOLD_SECONDS = 2;

/**
 * Compiled with the optimiser in every mode, because hashing the state after every slice took half of the
 * time.
 */
const HASH = "src/base/state_hash.c";

const isProgram = (source) => TEST_PROGRAM.test(basename(source));
const isGolden = (program) => basename(program) === "golden";
const isGoldenSource = (source) => basename(source) === "golden.c";

/**
 * Compiles a mode once and links its programs. Returns their paths. `only`: limits it to these sources of
 * programs.
 */
async function compileMode({ name, flags }, only = isProgram) {
  const folder = join(BUILD_ROOT, "check", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = sourcesIn("tests", /\.c$/);
  const programs = tests.filter((source) => isProgram(source) && only(source));
  const shared = [
    ...(await compiledObjects([HASH], flags.includes("-O2") ? flags : [...flags, "-O2"])),
    ...(await compiledObjects(
      engineSources().filter((source) => source !== HASH),
      flags,
    )),
    ...(await compiledObjects(
      ["layout/layout_text.c", ...tests.filter((source) => !isProgram(source))],
      [...TEST_FLAGS, ...flags],
    )),
  ];
  const objects = await compiledObjects(programs, [...TEST_FLAGS, ...flags]);
  return inParallel(
    programs.map((source, at) => () => {
      const program = join(folder, basename(source, ".c"));
      return linkedProgram(program, [objects[at], ...shared], flags);
    }),
  );
}

/** Runs a test program. Shows what it printed about failures, and how long it took. */
async function runTests(mode, program) {
  const begin = performance.now();
  const { code, output } = await execute(program, []);
  const seconds = (performance.now() - begin) / 1000;
  if (seconds >= TOLD_SECONDS) console.log(`took ${seconds.toFixed(1)} s: ${mode} ${basename(program)}`);
  const passed = output.match(/^ok /gm)?.length ?? 0;
  let failed = output.match(/^FAIL /gm)?.length ?? 0;
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1; // the program crashed or ran no test
  if (failed > 0) console.error(`${mode} ${basename(program)} (exit code ${code})\n${output}`);
  return { passed, failed };
}

/** Runs the golden program. Returns its cases, or its output if it failed. */
async function runGolden(mode, program) {
  const folder = `${program}-workloads`;
  mkdirSync(folder, { recursive: true });
  const { code, output } = await execute(program, [folder]);
  if (code !== 0) throw new Error(`${mode} golden (exit code ${code})\n${output}`);
  return readCases(output, folder);
}

/** One passed or failed test for each golden machine. */
function compareGolden(where, found, wanted) {
  const lines = differences(found, wanted);
  for (const line of lines) console.error(`${where} golden ${line}`);
  if (lines.length > 0)
    console.error(
      `${where} golden: if the model changed on purpose, "node core-wasm/check.mjs --update-golden"`,
    );
  return { passed: Math.max(0, wanted.length - lines.length), failed: lines.length };
}

/** Runs one program of a mode: a test, or the golden machines. */
async function check(mode, program, golden) {
  if (!isGolden(program)) return runTests(mode, program);
  return compareGolden(mode, await runGolden(mode, program), golden);
}

async function updateGolden() {
  const [program] = await compileMode(OPTIMISED, isGoldenSource);
  const cases = await runGolden(OPTIMISED.name, program);
  saveGolden(cases);
  console.log(`tests/golden/golden.json: ${cases.length} machines`);
}

async function checkAll() {
  forgetOldObjects();
  const golden = loadGolden();
  const jobs = [];
  const add = (mode, programs) => {
    for (const program of programs) jobs.push(() => check(mode.name, program, golden));
  };
  for (const mode of MODES) add(mode, await compileMode(mode));
  if (!MODES.includes(OPTIMISED)) add(OPTIMISED, await compileMode(OPTIMISED, isGoldenSource));
  const results = await inParallel(jobs);
  for (const { file } of [SMALL_CORE, FAST_CORE])
    results.push(
      compareGolden(file, runInWasm(readFileSync(join(CORE_ROOT, "binding", file)), golden), golden),
    );
  console.log(`core-wasm: ${sum(results, "passed")} passed, ${sum(results, "failed")} failed`);
  if (sum(results, "failed") > 0) process.exitCode = 1;
}

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0);

if (!hasGcc()) console.log("core-wasm: no gcc here, the C tests are left out");
else if (process.argv.includes("--update-golden")) await updateGolden();
else await checkAll();
