// The compilers, the sources and the flags: one place for build, checks and bench.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const CORE_ROOT = dirname(fileURLToPath(import.meta.url));
/** Folder of compiled files; git ignores it. */
export const BUILD_ROOT = join(CORE_ROOT, "..", "build", "core");

/** The clang of emcc 3.1.6, for native programs that count executions, and the tool that reads the counts. */
export const PROFILE_COMPILER = "clang-14";
export const PROFILE_READER = "llvm-profdata-14";
export const PROFILED = ["-fprofile-instr-generate"];

/**
 * Whether the compiler that counts, its library (Debian: libclang-rt-14-dev), and the tool that reads the
 * counts are installed.
 */
export function canProfile() {
  const args = ["-x", "c", "-", ...PROFILED, "-o", "/dev/null"];
  const counts = spawnSync(PROFILE_COMPILER, args, { input: "int main(void) { return 0; }" });
  return counts.status === 0 && spawnSync(PROFILE_READER, ["--help"]).status === 0;
}

/** The only emcc version whose output is committed and compared byte by byte (Debian 12). */
export const EMCC_VERSION = "3.1.6";

/** Defines the exports of the module; not part of native programs. */
export const WASM_ONLY = "src/api/wasm_api.c";
export const LANGUAGE = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude", "-Isrc"];

/**
 * The native core that bench measures: optimised as far as gcc can without counts, one link-time unit like
 * the WebAssembly builds.
 */
export const NATIVE_SPEED = ["-O3", "-flto"];
export const SANITIZE = ["-g1", "-O2", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Any installed clang compiles fuzzers. Its warnings differ from gcc's warnings and stop nothing. */
export const FUZZ = [
  ...["-g", "-O1", "-w", "-Wno-error"],
  ...["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
];

/** Sources relative to CORE_ROOT, in a fixed order. */
export function engineSources() {
  return sourcesIn("src", /\.c$/).filter((source) => source !== WASM_ONLY);
}

/** Files of a folder of the core and of its subfolders, sorted by path. `pattern` is matched against the name of
 * the file. */
export function sourcesIn(folder, pattern) {
  const entries = readdirSync(join(CORE_ROOT, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(path, pattern);
      return pattern.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** Object file of a source in a folder. Two rooms may have files with the same name. */
export const objectIn = (folder, source) => join(folder, `${source.replaceAll("/", "-")}.o`);

/** A program of the C tests. */
export const TEST_PROGRAM = /^(test_\w+|golden)\.c$/;
/**
 * Include folders in which tests, fuzzers and the reference model find each other's headers, by room and
 * name.
 */
export const TEST_FOLDERS = ["-I.", "-Itests", "-Ifuzz"];

/** Sources that make the random machines of fuzzers and lock-step, with devices of each kind. */
export const randomMachineSources = () =>
  ["support", "random", "device"]
    .flatMap((folder) => sourcesIn(`tests/${folder}`, /\.c$/))
    .filter((source) => !TEST_PROGRAM.test(basename(source)));

/** Runs a program in `cwd` and returns its standard output. On failure it throws the output. */
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

/** Compiles engine and `files` (relative to CORE_ROOT) to a program. */
export function compileNative(output, files, flags) {
  mkdirSync(dirname(output), { recursive: true });
  run("gcc", [...LANGUAGE, ...flags, ...engineSources(), ...files, "-o", output]);
}

/** Compiles only `files` to a program, which needs no engine. */
export function compileAlone(output, files, flags) {
  mkdirSync(dirname(output), { recursive: true });
  run("gcc", [...LANGUAGE, ...flags, ...files, "-o", output]);
}
