// The two builds of the core for WebAssembly. They reach the same states (check.mjs).
// docs/decisions/0016-two-cores.md says why there are two.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { inParallel, mustWork } from "./jobs.mjs";
import {
  CORE_ROOT,
  EMCC_VERSION,
  engineSources,
  LANGUAGE,
  objectIn,
  PROFILE_READER,
  run,
  sourcesIn,
  WASM_ONLY,
} from "./toolchain.mjs";

/** Relative to the folder of the core. */
export const PROFILE = "profile/core.proftext.gz";

/** wasm-opt inlines functions that are called once, even if C forbids it. V8 keeps fewer values in registers in a large
 * function: with the loops of run_blocks.c and pass_blocks.h in sim_step, one context was a fifth to a third slower
 * (`irqscope bench`). Sizes from 200 to 800 gave the same speed. */
const LEFT_ALONE = "--one-caller-inline-max-function-size=400";

const COMMON = ["-flto", "-mbulk-memory"];

// The memory is imported. Its declared limits are wide (static data and stack .. 4 GiB), so that one
// module serves every size; an instance gets initial = maximum and nothing ever grows. The stack lies
// first: an overflow traps instead of overwriting data. Link-time optimisation makes instruction-counted
// layers about 15 % faster; assertions stay on (3 %). No -msimd128: emcc 3.1.6 can miscompile with it.
const LINK = [
  "--no-entry",
  "-sSTANDALONE_WASM",
  "-sIMPORTED_MEMORY",
  "-sINITIAL_MEMORY=896KB",
  "-sALLOW_MEMORY_GROWTH",
  "-sMAXIMUM_MEMORY=4GB",
  "-sTOTAL_STACK=64KB",
  "-Wl,--stack-first",
  `-sBINARYEN_EXTRA_PASSES=${LEFT_ALONE}`,
];

/** A second pass of emcc's optimiser makes small code even smaller (0.3 to 0.5 kB of gzip) at the same speed. */
const AGAIN = ["-O3", "--enable-bulk-memory", LEFT_ALONE];

/** Files and folders that run in most cycles. Both cores compile them for speed. The first core compiles the rest for
 * size, so that it loads quickly. A folder includes files that are split off later: when the step of one context
 * had moved out of run_blocks.c, the first core ran at 0.4 of its speed, unnoticed. With context here too, the
 * module has 1.5 kB more (gzip) and no more cycles a second. */
const FOR_SPEED = [
  "api/run.c",
  "cpu/blocks/",
  "cpu/contexts/",
  "cpu/core_run.c",
  "cpu/step/",
  "device/device.c",
  "device/dma.c",
  "device/receive.c",
  "memory/burst.c",
  "memory/memory.c",
  "software/interrupt.c",
  "software/software.c",
].map((name) => `src/${name}`);

const lost = FOR_SPEED.filter((name) => !engineSources().some((source) => source.startsWith(name)));
if (lost.length > 0) throw new Error(`no source is made for speed by ${lost.join(", ")}`);

const FOR_SIZE = engineSources().filter((source) => !FOR_SPEED.some((name) => source.startsWith(name)));

/**
 * This file costs 2 kB, and brings less than a tenth if its callees are compiled for size. The pipelines of
 * the sources cost another 5 kB.
 */
const LEFT_OUT = pathBit("PROGRAMS") + pathBit("SHAPES");

/** @param {string} name of a path in src/base/paths.h */
function pathBit(name) {
  const header = readFileSync(new URL("src/base/paths.h", import.meta.url), "utf8");
  const bit = new RegExp(`\\bPATH_${name} = (\\d+)`).exec(header)?.[1];
  if (bit === undefined) throw new Error(`src/base/paths.h has no PATH_${name}`);
  return Number(bit);
}

/** The core that the page loads first. `without`: paths to leave out. */
export const SMALL_CORE = {
  file: "core.wasm",
  level: "-O3",
  small: FOR_SIZE,
  isProfiled: false,
  without: LEFT_OUT,
};

/** The core built for speed: functions that run often, by the profile, are inlined into their callers. */
export const FAST_CORE = { file: "core_fast.wasm", level: "-O3", small: [], isProfiled: true, without: 0 };

/** Warnings about changed functions, about files without counted functions, and about new functions in other files. */
const UNCOUNTED = ["profile-instr-out-of-date", "profile-instr-unprofiled", "profile-instr-missing"];

function profileFlags(root, folder) {
  const profile = join(folder, "core.profdata");
  const text = join(folder, "core.proftext");
  writeFileSync(text, gunzipSync(readFileSync(join(root, PROFILE))));
  run(PROFILE_READER, ["merge", "-o", profile, text]);
  return [
    `-fprofile-instr-use=${profile}`,
    ...UNCOUNTED.flatMap((warning) => [`-W${warning}`, `-Wno-error=${warning}`]),
  ];
}

/** Relative paths and a fixed order keep the bytes independent of place and day. Returns the sources that have functions
 * without counts in the profile. The core is still correct, but slower. */
export async function compileCore(core, output, root = CORE_ROOT) {
  mkdirSync(dirname(output), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "irqscope-objects-"));
  try {
    const profile = core.isProfiled ? profileFlags(root, folder) : [];
    const sources = [...engineSources(), WASM_ONLY];
    const objectOf = (source) => objectIn(folder, source);
    const compile = async (source) => {
      const without = `-DWITHOUT=${core.without}`;
      const flags = [...LANGUAGE, ...COMMON, without, ...(source === WASM_ONLY ? [] : profile)];
      const level = core.small.includes(source) ? "-Oz" : core.level;
      const said = await mustWork("emcc", [...flags, level, "-c", source, "-o", objectOf(source)], root);
      return UNCOUNTED.some((warning) => said.includes(warning)) ? source : undefined;
    };
    const uncounted = await inParallel(sources.map((source) => () => compile(source)));
    await mustWork("emcc", [...COMMON, core.level, ...LINK, ...sources.map(objectOf), "-o", output], root);
    run("wasm-opt", [...AGAIN, output, "-o", output], root);
    return uncounted.filter((source) => source !== undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hash over the bytes of both cores as they lie in binding/. */
export function coresHash() {
  const hash = createHash("sha256");
  for (const { file } of [SMALL_CORE, FAST_CORE]) hash.update(readFileSync(join(CORE_ROOT, "binding", file)));
  return hash.digest("hex");
}

/** Hash over everything that decides the bytes of the cores, line ends normalised. */
export function sourceHash() {
  const decided = [SMALL_CORE, FAST_CORE];
  const hash = createHash("sha256").update(
    JSON.stringify([EMCC_VERSION, LANGUAGE, COMMON, LINK, AGAIN, decided]),
  );
  const add = (file) => {
    hash.update(`\0${file}\0${readFileSync(join(CORE_ROOT, file), "utf8").replaceAll("\r\n", "\n")}`);
  };
  for (const folder of ["include", "src"])
    for (const source of sourcesIn(folder, /\.(c|h|def)$/)) add(source);
  if (existsSync(join(CORE_ROOT, PROFILE))) add(PROFILE);
  return hash.digest("hex");
}
