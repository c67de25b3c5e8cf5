// The fuzzers of the core (docs/fuzzing.md).
//   node core-wasm/fuzz.mjs --target config|snapshot|scenario [--seconds 60] [--hang-seconds 20]
//   node core-wasm/fuzz.mjs --target TARGET --reproduce FILE    runs one input again
//   node core-wasm/fuzz.mjs --random 100000 [--first-seed 0]    random valid scenarios
//   node core-wasm/fuzz.mjs --check                             the committed inputs (gcc alone) and random scenarios
//   node core-wasm/fuzz.mjs --check --all                       also a short run of each fuzzer (clang)
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { execute, inParallel } from "./jobs.mjs";
import { compiledObjects, linkedProgram } from "./objects.mjs";
import {
  BUILD_ROOT,
  CORE_ROOT,
  engineSources,
  FUZZ,
  fuzzerCompiler,
  hasGcc,
  LANGUAGE,
  objectIn,
  randomMachineSources,
  run,
  SANITIZE,
  sourcesIn,
  TEST_FOLDERS,
} from "./toolchain.mjs";

const TARGETS = ["config", "snapshot", "scenario"];
const SHARED = [
  ...randomMachineSources(),
  "fuzz/scenario_from_bytes.c",
  "fuzz/properties.c",
  "fuzz/record_fields.c",
];
const BUILD = join(BUILD_ROOT, "fuzz");
const CHECK_SECONDS = 3;
/** Random scenarios of each list. */
const CHECK_SCENARIOS = { short: 1000, long: 3000 };
const INPUT_BYTES = 800;
const KEY_DIGITS = 16;
/** A longer run of an input is a finding. The limit is wall-clock time, so a busy computer needs more. */
const HANG_SECONDS = "20";

// ---- building ----

const remove = (folder) => rmSync(folder, { recursive: true, force: true });

/** Folder of the programs. Compiles and links them first if it does not exist. Its name is a hash of its inputs and
 * it appears as a whole, so several runs can start at once. */
async function build(name, compiler, version, compileFlags, programs) {
  const key = keyOf([compiler, version, compileFlags, programs]).slice(0, KEY_DIGITS);
  const ready = join(BUILD, `${name}-${key}`);
  if (existsSync(ready)) return ready;
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, `making-${name}-`));
  const sources = [...engineSources(), ...SHARED, ...programs.map(({ source }) => source)];
  const objectOf = (source) => objectIn(folder, source);
  await inParallel(
    sources.map((source) => async () => {
      const args = [...LANGUAGE, ...TEST_FOLDERS, ...compileFlags, "-c", source, "-o", objectOf(source)];
      const { code, output } = await execute(compiler, args);
      if (code !== 0) throw new Error(`${source} does not compile\n${output}`);
    }),
  );
  const shared = [...engineSources(), ...SHARED].map(objectOf);
  for (const { source, linkFlags } of programs)
    run(compiler, [...linkFlags, objectOf(source), ...shared, "-o", join(folder, basename(source, ".c"))]);
  for (const other of readdirSync(BUILD))
    if (other.startsWith(`${name}-`) && other !== basename(ready)) remove(join(BUILD, other));
  if (existsSync(ready)) remove(folder);
  else renameSync(folder, ready);
  return ready;
}

/** Hash of everything that decides the programs. */
function keyOf(settings) {
  const hash = createHash("sha256").update(JSON.stringify(settings));
  for (const folder of ["include", "src", "tests", "fuzz"])
    for (const source of sourcesIn(folder, /\.(c|h|def)$/))
      hash.update(`${source}\0`).update(readFileSync(join(CORE_ROOT, source)));
  return hash.digest("hex");
}

function buildTargets() {
  const compiler = fuzzerCompiler();
  if (!compiler)
    throw new Error("no clang with libFuzzer here (Debian: apt-get install clang libclang-rt-14-dev)");
  const version = run(compiler, ["--version"]);
  const programs = TARGETS.map((target) => ({
    source: `fuzz/fuzz_${target}.c`,
    linkFlags: [...FUZZ, "-fsanitize=fuzzer"],
  }));
  return build("targets", compiler, version, [...FUZZ, "-fsanitize=fuzzer-no-link"], programs);
}

/**
 * Links a program's sources with the engine and the generators of machines. Returns the path of the program.
 */
async function buildWithGcc(name, sources, flags) {
  if (!hasGcc()) throw new Error("no gcc here (Debian: apt-get install gcc libc6-dev)");
  mkdirSync(BUILD, { recursive: true });
  const objects = [
    ...(await compiledObjects(engineSources(), flags)),
    ...(await compiledObjects([...SHARED, ...sources], [...TEST_FOLDERS, ...flags])),
  ];
  return linkedProgram(join(BUILD, name), objects, flags);
}

const buildRandom = () => buildWithGcc("random_scenarios", ["fuzz/random_scenarios.c"], ["-O2"]);

/** Builds a program that passes files to a fuzz target, with the sanitizers of the C tests. */
const buildReplay = (target) =>
  buildWithGcc(`replay_${target}`, [`fuzz/fuzz_${target}.c`, "fuzz/replay.c"], SANITIZE);

// ---- running ----

/** Findings go to build/core/fuzz/findings, and inputs that reach new code to `corpus`. */
async function fuzz(folder, target, seconds, corpus, hangSeconds = HANG_SECONDS) {
  const findings = join(BUILD, "findings");
  mkdirSync(corpus, { recursive: true });
  mkdirSync(findings, { recursive: true });
  const options = {
    max_total_time: seconds,
    max_len: INPUT_BYTES,
    len_control: 0,
    timeout: hangSeconds,
    artifact_prefix: `${findings}/${target}-`,
    print_final_stats: 1,
  };
  const flags = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
  const { code, output } = await execute(join(folder, `fuzz_${target}`), [
    ...flags,
    corpus,
    join(CORE_ROOT, "fuzz", "corpus", target),
  ]);
  return { passed: code === 0, output };
}

const numberIn = (output, pattern) => output.match(pattern)?.[1] ?? "?";

/** One line for a run without a finding, otherwise its whole output. */
function describeFuzz(target, { passed, output }) {
  const seed = numberIn(output, /^INFO: Seed: (\d+)/m);
  if (!passed)
    return `FAIL fuzz ${target} (seed ${seed})\n${output}\nagain: node core-wasm/fuzz.mjs --target ${target} --reproduce FILE`;
  const runs = numberIn(output, /stat::number_of_executed_units:\s*(\d+)/);
  const reached = numberIn(output, /DONE +cov: (\d+)/);
  return `ok fuzz ${target}: ${runs} inputs, ${reached} edges reached, seed ${seed}`;
}

async function fuzzFor(target, seconds, hangSeconds) {
  const corpus = join(BUILD, "corpus", target);
  const result = await fuzz(await buildTargets(), target, seconds, corpus, hangSeconds);
  console.log(describeFuzz(target, result));
  return result.passed;
}

async function reproduce(target, file) {
  const { code, output } = await execute(join(await buildTargets(), `fuzz_${target}`), [resolve(file)]);
  console.log(output);
  return code === 0;
}

async function random(program, count, firstSeed) {
  const { code, output } = await execute(program, [String(count), String(firstSeed)]);
  console.log(`${code === 0 ? "ok" : "FAIL"} random scenarios\n${output.trimEnd()}`);
  return code === 0;
}

/** All committed inputs of a target. */
async function replay(program, target) {
  const folder = join(CORE_ROOT, "fuzz", "corpus", target);
  const files = readdirSync(folder).map((name) => join(folder, name));
  const { code, output } = await execute(program, files);
  if (files.length === 0) console.log(`FAIL ${target} has no committed inputs`);
  else if (code === 0) console.log(`ok committed inputs of ${target}: ${files.length}`);
  else console.log(`FAIL committed inputs of ${target}; the last file that is named breaks it\n${output}`);
  return code === 0 && files.length > 0;
}

/** Starts only with the committed seeds, because the corpus of longer runs would take all the time. */
async function shortFuzz(folder, target) {
  const corpus = join(BUILD, "corpus-of-check", target);
  rmSync(corpus, { recursive: true, force: true });
  const result = await fuzz(folder, target, CHECK_SECONDS, corpus);
  console.log(describeFuzz(target, result));
  return result.passed;
}

async function check(isAll) {
  const jobs = [];
  for (const target of TARGETS) {
    const program = await buildReplay(target);
    jobs.push(() => replay(program, target));
  }
  const randomScenarios = await buildRandom();
  jobs.push(() => random(randomScenarios, isAll ? CHECK_SCENARIOS.long : CHECK_SCENARIOS.short, 0));
  if (isAll) {
    const folder = await buildTargets();
    jobs.push(...TARGETS.map((target) => () => shortFuzz(folder, target)));
  }
  const results = await inParallel(jobs);
  const passed = results.filter((one) => one).length;
  console.log(`fuzzers: ${passed} passed, ${results.length - passed} failed`);
  return passed === results.length;
}

// ---- command line ----

const USAGE = `usage: fuzz.mjs --target ${TARGETS.join("|")} [--seconds 60] [--hang-seconds ${HANG_SECONDS}]
       fuzz.mjs --target ${TARGETS.join("|")} --reproduce FILE
       fuzz.mjs --random COUNT [--first-seed 0]
       fuzz.mjs --check [--all]`;

function readArguments() {
  const text = { type: "string" };
  const options = {
    target: text,
    seconds: { ...text, default: "60" },
    "hang-seconds": { ...text, default: HANG_SECONDS },
    reproduce: text,
    random: text,
    "first-seed": { ...text, default: "0" },
    check: { type: "boolean" },
    all: { type: "boolean" },
  };
  try {
    const { values } = parseArgs({ options });
    const numbers = [values.seconds, values["hang-seconds"], values.random ?? "1", values["first-seed"]];
    if (!numbers.every((number) => /^\d+$/.test(number))) throw new Error("a count is not a whole number");
    if (values.target && !TARGETS.includes(values.target)) throw new Error(`no target ${values.target}`);
    return values;
  } catch (error) {
    console.error(`fuzz.mjs: ${error.message}`);
    return {};
  }
}

/** @returns {Promise<boolean | undefined>} true if all is well; undefined if no check was requested */
async function main() {
  const values = readArguments();
  if (values.check) return check(values.all === true);
  if (values.random) return random(await buildRandom(), values.random, values["first-seed"]);
  if (values.target && values.reproduce) return reproduce(values.target, values.reproduce);
  if (values.target) return fuzzFor(values.target, values.seconds, values["hang-seconds"]);
  console.error(USAGE);
  return undefined;
}

const allIsWell = await main();
process.exitCode = allIsWell === undefined ? 2 : allIsWell ? 0 : 1;
