// Compiles the C tests at -O0, at -O2 and with the sanitizers, runs them, compares the golden hashes of
// the three and of the two cores for WebAssembly, and prints `N passed, N failed`.
// A test program is test_*.c in a room of tests; it prints "ok name" or "FAIL name" per test (tests/support/test.h).
// With --update-golden the hashes of this build become the golden ones: only after a change of the model
// or of the records that is meant, with a new sim_version.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { FAST_CORE, SMALL_CORE } from "./cores.mjs";
import { differences, loadGolden, readCases, runInWasm, saveGolden } from "./golden.mjs";
import { execute, inParallel } from "./jobs.mjs";
import {
  BUILD_ROOT,
  CORE_ROOT,
  engineSources,
  hasGcc,
  LANGUAGE,
  objectIn,
  SANITIZE,
  sourcesIn,
  TEST_PROGRAM,
  TESTS,
} from "./toolchain.mjs";

// The slowest first: they run side by side.
const MODES = [
  { name: "sanitize", flags: SANITIZE },
  { name: "O0", flags: ["-O0"] },
  { name: "O2", flags: ["-O2"] },
];
const FAST_MODE = MODES[2];

/** Half of the time went into hashing states after every slice: optimised in every mode. */
const HASH = "src/base/state_hash.c";

const isProgram = (source) => TEST_PROGRAM.test(basename(source));
const isGolden = (program) => basename(program) === "golden";

async function gcc(args, what) {
  const { code, output } = await execute("gcc", args);
  if (code !== 0) throw new Error(`${what} does not compile\n${output}`);
}

/** Compiles every source of a mode once and links the programs; returns their paths. */
async function compileMode({ name, flags }) {
  const folder = join(BUILD_ROOT, "check", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = sourcesIn("tests", /\.c$/);
  const sources = [...engineSources(), "layout/layout_text.c", ...tests];
  const objectOf = (source) => objectIn(folder, source);
  await inParallel(
    sources.map(
      (source) => () =>
        gcc(
          [
            ...LANGUAGE,
            TESTS,
            ...flags,
            ...(source === HASH ? ["-O2"] : []),
            "-c",
            source,
            "-o",
            objectOf(source),
          ],
          `${name} ${source}`,
        ),
    ),
  );
  const shared = sources.filter((source) => !isProgram(source)).map(objectOf);
  const programs = tests.filter(isProgram);
  return inParallel(
    programs.map((source) => async () => {
      const program = join(folder, basename(source, ".c"));
      await gcc([...flags, objectOf(source), ...shared, "-o", program], `${name} ${source}`);
      return program;
    }),
  );
}

/** Runs a test program; what it printed about failures is shown. */
async function runTests(mode, program) {
  const { code, output } = await execute(program, []);
  const passed = output.match(/^ok /gm)?.length ?? 0;
  let failed = output.match(/^FAIL /gm)?.length ?? 0;
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1; // crashed, or ran nothing
  if (failed > 0) console.error(`${mode} ${basename(program)} (exit code ${code})\n${output}`);
  return { passed, failed };
}

/** Runs the golden program; its cases, or what it said when it failed. */
async function runGolden(mode, program) {
  const folder = `${program}-workloads`;
  mkdirSync(folder, { recursive: true });
  const { code, output } = await execute(program, [folder]);
  if (code !== 0) throw new Error(`${mode} golden (exit code ${code})\n${output}`);
  return readCases(output, folder);
}

/** One passed or failed per golden machine. */
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
  const [program] = (await compileMode(FAST_MODE)).filter(isGolden);
  const cases = await runGolden(FAST_MODE.name, program);
  saveGolden(cases);
  console.log(`tests/golden/golden.json: ${cases.length} machines`);
}

async function checkAll() {
  const golden = loadGolden();
  const jobs = [];
  for (const mode of MODES)
    for (const program of await compileMode(mode)) jobs.push(() => check(mode.name, program, golden));
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
