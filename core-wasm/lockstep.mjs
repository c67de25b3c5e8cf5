// Runs the engine and the reference model (core-wasm/ref) on the same random machines.
//   node core-wasm/lockstep.mjs --count 20000 [--seed 0] [--cycles 3000]
//   node core-wasm/lockstep.mjs --check [--all]    fixed seeds and seeds of the day, part of `npm test` [-- all]
// Prints the seed of a machine that differs, and the reduced machine. Exit code 1 if one differs.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { execute, inParallel } from "./jobs.mjs";
import { compiledObjects, linkedProgram } from "./objects.mjs";
import {
  BUILD_ROOT,
  engineSources,
  hasGcc,
  randomMachineSources,
  sourcesIn,
  TEST_FOLDERS,
} from "./toolchain.mjs";

const BUILD = join(BUILD_ROOT, "lockstep");
const FLAGS = ["-O2"];
/** The long list repeats the seeds of the short one and adds more. */
const CHECK = { short: { fixedSeeds: 3000, seedsOfDay: 1000 }, long: { fixedSeeds: 8000, seedsOfDay: 2000 } };
const CHECK_CYCLES = 3000;
const MILLISECONDS_PER_DAY = 86_400_000;

/** Compiles engine and model. Returns the path of the program. */
async function build() {
  if (!hasGcc()) throw new Error("no gcc here (Debian: apt-get install gcc libc6-dev)");
  mkdirSync(BUILD, { recursive: true });
  const beside = [...sourcesIn("ref", /\.c$/), ...randomMachineSources(), "fuzz/record_fields.c"];
  const objects = [
    ...(await compiledObjects(engineSources(), FLAGS)),
    ...(await compiledObjects(beside, [...TEST_FOLDERS, ...FLAGS])),
  ];
  return linkedProgram(join(BUILD, "lockstep"), objects, FLAGS);
}

async function runSeeds(program, count, seed, cycles) {
  const { code, output } = await execute(program, [String(count), String(seed), String(cycles)]);
  return { passed: code === 0, output: output.trimEnd() };
}

/** Fixed seeds, and seeds that change every day. */
async function check({ fixedSeeds, seedsOfDay }) {
  const program = await build();
  const day = Math.floor(Date.now() / MILLISECONDS_PER_DAY);
  const first = 1_000_000 + day * CHECK.long.seedsOfDay;
  const results = await inParallel([
    () => runSeeds(program, fixedSeeds, 0, CHECK_CYCLES),
    () => runSeeds(program, seedsOfDay, first, CHECK_CYCLES),
  ]);
  for (const { output } of results) console.log(output);
  const passed = results.filter((result) => result.passed).length;
  console.log(`lock-step: ${passed} passed, ${results.length - passed} failed`);
  return passed === results.length;
}

const USAGE = "usage: lockstep.mjs --count COUNT [--seed 0] [--cycles 3000] | --check [--all]";

function readArguments() {
  const text = { type: "string" };
  try {
    const { values } = parseArgs({
      options: {
        count: text,
        seed: { ...text, default: "0" },
        cycles: { ...text, default: "3000" },
        check: { type: "boolean" },
        all: { type: "boolean" },
      },
    });
    const numbers = [values.count ?? "1", values.seed, values.cycles];
    if (!numbers.every((number) => /^\d+$/.test(number))) throw new Error("a number is not a whole number");
    return values;
  } catch (error) {
    console.error(`lockstep.mjs: ${error.message}`);
    return {};
  }
}

/** @returns {Promise<boolean | undefined>} true if all agree; undefined if no check was requested */
async function main() {
  const values = readArguments();
  if (values.check) return check(values.all ? CHECK.long : CHECK.short);
  if (!values.count) {
    console.error(USAGE);
    return undefined;
  }
  const { passed, output } = await runSeeds(await build(), values.count, values.seed, values.cycles);
  console.log(output);
  return passed;
}

const allIsWell = await main();
process.exitCode = allIsWell === undefined ? 2 : allIsWell ? 0 : 1;
