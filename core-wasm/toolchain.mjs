// The compilers, the sources and the flags: one place for build, checks and bench.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const CORE_ROOT = dirname(fileURLToPath(import.meta.url));
/** Where compiled files go; ignored by git. */
export const BUILD_ROOT = join(CORE_ROOT, "..", "build", "core");

/** The one emcc whose output is committed and compared byte for byte (Debian 12). */
export const EMCC_VERSION = "3.1.6";

const WASM_ONLY = "wasm_api.c";
export const LANGUAGE = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude", "-Isrc"];

/** wasm-opt makes functions that are called once a part of their caller, whatever C says. V8 keeps fewer values in
 * registers in a large function: with the loops of issue_smooth.c in sim_step, one context was a fifth to a third slower
 * (`irqscope bench`). Sizes from 200 to 800 gave the same speed. */
const LEFT_ALONE = "--one-caller-inline-max-function-size=400";

// The memory is imported. Its declared limits are wide (static data and stack .. 4 GiB), so that one
// module serves every size; an instance gets initial = maximum and nothing ever grows. The stack lies
// first: an overflow traps instead of overwriting data. Link-time optimisation makes instruction-counted
// layers about 15 % faster; -O2 and -O3 are within noise; assertions stay on (3 %). No -msimd128: emcc
// 3.1.6 can miscompile with it.
const WASM = [
  "-O3",
  "-flto",
  "-mbulk-memory",
  "--no-entry",
  "-sSTANDALONE_WASM",
  "-sIMPORTED_MEMORY",
  "-sINITIAL_MEMORY=192KB",
  "-sALLOW_MEMORY_GROWTH",
  "-sMAXIMUM_MEMORY=4GB",
  "-sTOTAL_STACK=64KB",
  "-Wl,--stack-first",
  `-sBINARYEN_EXTRA_PASSES=${LEFT_ALONE}`,
];

/** Run once or seldom: made small, so that the module is soon there. What runs per cycle is not here, nor is most of what
 * every packet does in no time: with context, interrupt and software here the module has 1.5 kB less (gzip), and source
 * 000 a tenth fewer cycles a second. */
const SELDOM = new Set(
  `
    cache_pin coalesce condition config config_check config_check_software disk event_log issue_alone issue_course
    issue_end issue_memory latency laws layout line lock machine_create memory_device memory_fill memory_predictor
    memory_rules memory_shape nic observers offload packet pipeline_rows predictor program program_memory queue rng
    routine routine_block rows rv32 scheduler select series series_query snapshot software_init timer tlb traffic view
    view_memory window wire
  `
    .trim()
    .split(/\s+/)
    .map((name) => `src/${name}.c`),
);
const SMALL = ["-Oz", "-flto", "-mbulk-memory"];
/** emcc's own optimiser, once more: what it made small can be made smaller (0.3 to 0.5 kB of gzip), at the same speed. */
const AGAIN = ["-O3", "--enable-bulk-memory", LEFT_ALONE];
const isSeldom = (source) => SELDOM.has(source);

/** The native core as bench measures it: comparable to the wasm build, one link-time unit as well. */
export const NATIVE_SPEED = ["-O3", "-flto"];
export const SANITIZE = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Fuzzers are compiled by whatever clang is there: its warnings are not those of gcc and stop nothing. */
export const FUZZ = [
  ...["-g", "-O1", "-w", "-Wno-error"],
  ...["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
];

/** Sources relative to CORE_ROOT, in a fixed order. */
export function engineSources() {
  return sourcesIn("src", /\.c$/).filter((source) => source !== `src/${WASM_ONLY}`);
}

/** Files of a folder of the core, with the folder, in the order of their names. */
export const sourcesIn = (folder, pattern) =>
  readdirSync(join(CORE_ROOT, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);

/** What makes the random machines of fuzzers and lock-step. */
export const randomMachineSources = () => sourcesIn("tests", /^(choices|random_\w+|machine_fixture)\.c$/);

/** Runs a program in `cwd` and returns its standard output; throws with what it said otherwise. */
export function run(program, args, cwd = CORE_ROOT) {
  const result = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 1 << 26 });
  if (result.error) throw result.error;
  if (result.status === 0) return result.stdout;
  const why = result.signal ?? `exit code ${result.status}`;
  throw new Error(`${program} ${args.join(" ")}: ${why}\n${result.stdout}${result.stderr}`);
}

function firstLine(program) {
  const result = spawnSync(program, ["--version"], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.split("\n")[0] : undefined;
}

/** Version of the installed emcc, or undefined. */
export const emccVersion = () => firstLine("emcc")?.match(/\d+\.\d+\.\d+/)?.[0];

export const gccVersion = () => firstLine("gcc");
export const hasGcc = () => gccVersion() !== undefined;

/** The clang that can build fuzzers (it needs its libFuzzer and sanitizer libraries), or undefined. */
export function fuzzerCompiler() {
  const program = "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d[n] & 0; }";
  const args = ["-x", "c", "-", "-fsanitize=fuzzer,address,undefined", "-o", "/dev/null"];
  return ["clang", "clang-14"].find((name) => spawnSync(name, args, { input: program }).status === 0);
}

/** Relative paths and a fixed order keep the bytes independent of the place and the day. */
export function compileWasm(output, root = CORE_ROOT) {
  mkdirSync(dirname(output), { recursive: true });
  const objects = mkdtempSync(join(tmpdir(), "irqscope-objects-"));
  try {
    const small = engineSources().filter(isSeldom);
    const objectOf = (source) => join(objects, `${basename(source, ".c")}.o`);
    for (const source of small)
      run("emcc", [...LANGUAGE, ...SMALL, "-c", source, "-o", objectOf(source)], root);
    const sources = engineSources().map((source) => (isSeldom(source) ? objectOf(source) : source));
    run("emcc", [...LANGUAGE, ...WASM, ...sources, `src/${WASM_ONLY}`, "-o", output], root);
    run("wasm-opt", [...AGAIN, output, "-o", output], root);
  } finally {
    rmSync(objects, { recursive: true, force: true });
  }
}

/** Compiles engine and `files` (relative to CORE_ROOT) to a program. */
export function compileNative(output, files, flags) {
  mkdirSync(dirname(output), { recursive: true });
  run("gcc", [...LANGUAGE, ...flags, ...engineSources(), ...files, "-o", output]);
}

/** Compiles only `files` to a program: what needs no engine. */
export function compileAlone(output, files, flags) {
  mkdirSync(dirname(output), { recursive: true });
  run("gcc", [...LANGUAGE, ...flags, ...files, "-o", output]);
}

/** Hash over everything that decides the bytes of core.wasm, line ends normalised. */
export function sourceHash() {
  const hash = createHash("sha256").update(
    JSON.stringify([EMCC_VERSION, LANGUAGE, WASM, SMALL, AGAIN, [...SELDOM]]),
  );
  for (const folder of ["include", "src"])
    for (const name of readdirSync(join(CORE_ROOT, folder)).sort()) {
      const text = readFileSync(join(CORE_ROOT, folder, name), "utf8").replaceAll("\r\n", "\n");
      hash.update(`\0${folder}/${name}\0${text}`);
    }
  return hash.digest("hex");
}
