// node core-wasm/build.mjs            builds layout.gen.ts, layout_hash.gen.h (gcc), core.wasm and the source hash (emcc 3.1.6)
// node core-wasm/build.mjs --check    fails when one of them is stale or not reproducible
// node core-wasm/build.mjs --layout   regenerates layout.gen.ts and layout_hash.gen.h alone
// node core-wasm/build.mjs --native   builds the engine as a static library, build/core/libirqscope.a
// node core-wasm/build.mjs --test     compiles and runs the C tests and the golden hashes (check.mjs)
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { layoutHashSource, layoutSource } from "./layout-source.mjs";
import {
  BUILD_ROOT,
  CORE_ROOT,
  compileAlone,
  compileWasm,
  EMCC_VERSION,
  emccVersion,
  engineSources,
  run,
  sourceHash,
} from "./toolchain.mjs";

const WASM = join(CORE_ROOT, "binding", "core.wasm");
const LAYOUT = join(CORE_ROOT, "binding", "layout.gen.ts");
const LAYOUT_HASH = join(CORE_ROOT, "include", "layout_hash.gen.h");
const SOURCE_HASH = join(CORE_ROOT, "binding", "core.wasm.source-hash");

/** What is generated from the records: they have fixed widths and no padding, so any compiler tells the same. */
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
  for (const { path, source } of generatedFromLayout()) writeFileSync(path, source);
}

function build() {
  generateLayout();
  const version = emccVersion();
  if (version !== EMCC_VERSION) {
    const found = version ? `emcc ${version}` : "no emcc";
    console.log(`${found} here: the committed core.wasm stays (it is built with emcc ${EMCC_VERSION})`);
    return;
  }
  compileWasm(WASM);
  writeFileSync(SOURCE_HASH, `${sourceHash()}\n`);
  console.log(`core.wasm ${readFileSync(WASM).length} bytes, layout.gen.ts, core.wasm.source-hash`);
}

function check() {
  const problems = [];
  const committed = readFileSync(WASM);
  for (const { path, source } of generatedFromLayout())
    if (readFileSync(path, "utf8") !== source)
      problems.push(`${basename(path)} does not describe the C sources`);
  if (readFileSync(SOURCE_HASH, "utf8").trim() !== sourceHash())
    problems.push("core.wasm is older than the C sources");
  if (emccVersion() === EMCC_VERSION && !rebuiltElsewhere().equals(committed))
    problems.push("core.wasm differs from a fresh build");
  for (const problem of problems) console.error(`core-wasm: ${problem}`);
  if (problems.length > 0) {
    console.error(`core-wasm: run "node core-wasm/build.mjs" with emcc ${EMCC_VERSION} and commit binding/`);
    process.exitCode = 1;
  } else console.log("core.wasm, its layout and its source hash are up to date");
}

/** Builds from a copy in another folder: the bytes must not depend on the place. */
function rebuiltElsewhere() {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-core-"));
  try {
    for (const part of ["include", "src"])
      cpSync(join(CORE_ROOT, part), join(folder, part), { recursive: true });
    const output = join(folder, "core.wasm");
    compileWasm(output, folder);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildLibrary() {
  const objects = join(BUILD_ROOT, "objects");
  rmSync(objects, { recursive: true, force: true });
  mkdirSync(objects, { recursive: true });
  const objectOf = (source) => join(objects, `${basename(source, ".c")}.o`);
  for (const source of engineSources()) compileAlone(objectOf(source), [source], ["-O2", "-c"]);
  const library = join(BUILD_ROOT, "libirqscope.a");
  rmSync(library, { force: true });
  run("ar", ["rcsD", library, ...engineSources().map(objectOf)]);
  console.log(library);
}

const actions = {
  "--check": check,
  "--layout": generateLayout,
  "--native": buildLibrary,
  "--test": () => import("./check.mjs"),
};
const [option] = process.argv.slice(2);
const action = option === undefined ? build : actions[option];
if (!action) {
  console.error(`build.mjs: unknown option ${option}; known: ${Object.keys(actions).join(", ")}`);
  process.exitCode = 2;
} else await action();
