// node core-wasm/build.mjs            builds layout.gen.ts, layout_hash.gen.h (gcc), core.wasm, core_fast.wasm and the
//                                     source hash (emcc 3.1.6)
// node core-wasm/build.mjs --profile  renews the profile (clang 14) that core_fast.wasm is built with, then builds all:
//                                     for a release, or when functions that run often have changed
// node core-wasm/build.mjs --check    fails when one of them is stale, by hashes of the sources and of the cores
// node core-wasm/build.mjs --check --all    builds both cores as well, and fails when their bytes differ
// node core-wasm/build.mjs --layout   regenerates devices.gen.def, layout.gen.ts and layout_hash.gen.h alone
// node core-wasm/build.mjs --native   builds the engine as a static library, build/core/libirqscope.a
// node core-wasm/build.mjs --test     compiles and runs the C tests and the golden hashes (check.mjs)
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { compileCore, coresHash, FAST_CORE, PROFILE, SMALL_CORE, sourceHash } from "./cores.mjs";
import { devicesSource, layoutHashSource, layoutSource } from "./layoutSource.mjs";
import { makeProfile } from "./profile.mjs";
import {
  BUILD_ROOT,
  CORE_ROOT,
  canProfile,
  compileAlone,
  EMCC_VERSION,
  emccVersion,
  engineSources,
  objectIn,
  run,
  sourcesIn,
} from "./toolchain.mjs";

const pathOf = ({ file }) => join(CORE_ROOT, "binding", file);
const PROFILE_PATH = join(CORE_ROOT, PROFILE);
const LAYOUT = join(CORE_ROOT, "binding", "layout.gen.ts");
const DEVICES = join(CORE_ROOT, "include", "devices.gen.def");
const LAYOUT_HASH = join(CORE_ROOT, "include", "layout_hash.gen.h");
const SOURCE_HASH = join(CORE_ROOT, "binding", "core.wasm.source-hash");

const foundText = (version) => `${version === undefined ? "no emcc" : `emcc ${version}`} here`;

/** Text for a check that found nothing. `isAll`: the check also had to rebuild the cores. */
function checkedText(isAll, version) {
  const always = "the layout and both cores are those of the C sources, by their hashes";
  if (!isAll) return always;
  if (version === EMCC_VERSION) return `${always}; a fresh build gave the committed cores`;
  return `${always}; ${foundText(version)}: nothing was rebuilt (that takes emcc ${EMCC_VERSION})`;
}

/** One line with the number of sources that changed since the profile was made. Empty if there are none. The core is
 * still correct, but may be slower. A release renews the profile. */
function uncountedText(sources) {
  if (sources.length === 0) return "";
  return `the profile is older than ${sources.length} sources (node core-wasm/build.mjs --profile renews it)`;
}

/** Declarations of each kind of device. */
const deviceFiles = () =>
  sourcesIn("include/devices", /\.def$/).map((path) => ({
    name: basename(path),
    text: readFileSync(join(CORE_ROOT, path), "utf8"),
  }));

/** Generates the layout. The records have fixed widths and no padding, so every compiler gives the same result. */
function generatedFromLayout() {
  const program = join(BUILD_ROOT, "print_layout");
  compileAlone(program, ["layout/layout_text.c", "layout/print_layout.c"], ["-O1"]);
  const text = run(program, []);
  return [
    { path: LAYOUT, source: layoutSource(text) },
    { path: LAYOUT_HASH, source: layoutHashSource(text) },
  ];
}

function generateLayout() {
  writeFileSync(DEVICES, devicesSource(deviceFiles()));
  for (const { path, source } of generatedFromLayout()) writeFileSync(path, source);
}

async function build({ withProfile = false } = {}) {
  generateLayout();
  const version = emccVersion();
  if (version !== EMCC_VERSION) {
    console.log(`${foundText(version)}: the committed cores stay (they are built with emcc ${EMCC_VERSION})`);
    return;
  }
  if (withProfile && !canProfile())
    throw new Error("--profile takes clang 14 (Debian: clang libclang-rt-14-dev)");
  await withFolder(async (folder) => {
    const built = ({ file }) => join(folder, file);
    await compileCore(SMALL_CORE, built(SMALL_CORE));
    if (withProfile)
      writeFileSync(PROFILE_PATH, gzipSync(await makeProfile(readFileSync(built(SMALL_CORE))), { level: 9 }));
    const uncounted = await compileCore(FAST_CORE, built(FAST_CORE));
    if (uncounted.length > 0) console.log(uncountedText(uncounted));
    for (const core of [SMALL_CORE, FAST_CORE]) {
      cpSync(built(core), pathOf(core));
      console.log(`${core.file} ${readFileSync(pathOf(core)).length} bytes`);
    }
  });
  writeFileSync(SOURCE_HASH, `${sourceHash()}\n${coresHash()}\n`);
}

async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-core-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function check({ isAll }) {
  const problems = [];
  if (readFileSync(DEVICES, "utf8") !== devicesSource(deviceFiles()))
    problems.push("devices.gen.def does not list the files of include/devices");
  for (const { path, source } of generatedFromLayout())
    if (readFileSync(path, "utf8") !== source)
      problems.push(`${basename(path)} does not describe the C sources`);
  const [sources, cores] = readFileSync(SOURCE_HASH, "utf8").split("\n");
  if (sources !== sourceHash()) problems.push("the cores are older than the C sources");
  if (cores !== coresHash()) problems.push("the cores are not those that were built from the C sources");
  const version = isAll ? emccVersion() : undefined;
  const rebuilt = version === EMCC_VERSION ? await rebuildElsewhere() : { problems: [], uncounted: [] };
  problems.push(...rebuilt.problems);
  for (const problem of problems) console.error(`core-wasm: ${problem}`);
  if (problems.length > 0) {
    console.error(
      `core-wasm: run "node core-wasm/build.mjs" with emcc ${EMCC_VERSION} and commit what it wrote`,
    );
    process.exitCode = 1;
  } else
    console.log([checkedText(isAll, version), uncountedText(rebuilt.uncounted)].filter(Boolean).join("; "));
}

/** Builds from a copy in another folder: the bytes must not depend on the place. */
function rebuildElsewhere() {
  return withFolder(async (folder) => {
    const problems = [];
    const uncounted = [];
    for (const part of ["include", "src", PROFILE])
      cpSync(join(CORE_ROOT, part), join(folder, part), { recursive: true });
    for (const core of [SMALL_CORE, FAST_CORE]) {
      const output = join(folder, core.file);
      uncounted.push(...(await compileCore(core, output, folder)));
      if (!readFileSync(output).equals(readFileSync(pathOf(core))))
        problems.push(`${core.file} differs from a fresh build`);
    }
    return { problems, uncounted };
  }).catch((error) => ({ problems: [error.message], uncounted: [] }));
}

function buildLibrary() {
  const objects = join(BUILD_ROOT, "objects");
  rmSync(objects, { recursive: true, force: true });
  mkdirSync(objects, { recursive: true });
  const objectOf = (source) => objectIn(objects, source);
  for (const source of engineSources()) compileAlone(objectOf(source), [source], ["-O2", "-c"]);
  const library = join(BUILD_ROOT, "libirqscope.a");
  rmSync(library, { force: true });
  run("ar", ["rcsD", library, ...engineSources().map(objectOf)]);
  console.log(library);
}

const actions = {
  "--check": () => check({ isAll: extent === "--all" }),
  "--layout": generateLayout,
  "--profile": () => build({ withProfile: true }),
  "--native": buildLibrary,
  "--test": () => import("./check.mjs"),
};
const [option, extent] = process.argv.slice(2);
const action = option === undefined ? build : actions[option];
if (!action) {
  console.error(`build.mjs: unknown option ${option}; known: ${Object.keys(actions).join(", ")}`);
  process.exitCode = 2;
} else await action();
