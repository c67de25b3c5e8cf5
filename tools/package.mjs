// What a release gives away: the npm package, the Python wheel, the page as a zip, a SCORM package of each lab.
// node tools/package.mjs [--out FOLDER] [--cli FOLDER] [--only command|wheel]
// npm run build and npm run build:cli come first.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";
import { OTHERS, OWN } from "./licenses.mjs";
import { ROOT } from "./process.mjs";
import { PACKAGE_CHECKS, setUpPython } from "./python.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "packages" },
    cli: { type: "string", default: join(ROOT, "cli/dist") },
    only: { type: "string" },
  },
});
const SCHEMAS = ["scenarios/format/scenario.schema.json", "scenarios/study/study.schema.json"];
const out = resolve(values.out);
const { name, version, description, license, engines, type } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
mkdirSync(out, { recursive: true });
if (values.only !== "wheel") packCommand();
if (values.only !== "command") await packWheel();
if (values.only === undefined) {
  packPage();
  packLabs();
}
for (const file of readdirSync(out).sort()) console.log(file);

/** The bundle needs no other package. */
function packCommand() {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-package-"));
  try {
    cpSync(values.cli, folder, { recursive: true });
    execFileSync(process.execPath, [join(ROOT, "cli/buildLibrary.mjs"), "--out", folder]);
    for (const schema of SCHEMAS) cpSync(join(ROOT, schema), join(folder, basename(schema)));
    const manifest = {
      name,
      version,
      description,
      license,
      type,
      engines,
      keywords: ["interrupt", "latency", "simulator", "network", "webassembly"],
      bin: { irqscope: "irqscope.mjs" },
      exports: {
        ".": { types: "./types/cli/package/index.d.mts", default: "./index.mjs" },
        "./core": { types: "./types/cli/package/core.d.mts", default: "./core.mjs" },
        "./core_fast.wasm": "./core_fast.wasm",
        ...Object.fromEntries(SCHEMAS.map((path) => [`./${basename(path)}`, `./${basename(path)}`])),
        "./package.json": "./package.json",
      },
    };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
    cpSync(join(ROOT, "README.md"), join(folder, "README.md"));
    cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
    const npm = ["pack", folder, "--pack-destination", out, "--ignore-scripts", "--silent"];
    execFileSync("npm", npm, { shell: process.platform === "win32" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The wheel contains the files of cli/dist. */
async function packWheel() {
  const { program, reason } = await setUpPython(PACKAGE_CHECKS);
  if (program === undefined) throw new Error(`no wheel is built: ${reason}`);
  const args = ["-m", "hatchling", "build", "-t", "wheel", "-d", out];
  execFileSync(program, args, { cwd: join(ROOT, "python"), stdio: ["ignore", "ignore", "inherit"] });
}

function packPage() {
  const site = join(ROOT, "dist");
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const inside = (/** @type {string} */ path) => relative(site, path).split(sep).join("/");
  const content = Object.fromEntries(files.map((path) => [inside(path), readFileSync(path)]));
  for (const needed of ["index.html", OWN, OTHERS])
    if (!(needed in content)) throw new Error(`dist/ has no ${needed}: run npm run build first`);
  writeFileSync(join(out, `irqscope-page-${version}.zip`), zipSync(content, { level: 6 }));
}

/** Each student gets the variant for the identifier that the platform passes. */
function packLabs() {
  const labs = readdirSync(join(ROOT, "scenarios/labs"), { withFileTypes: true });
  for (const { name: lab } of labs.filter((entry) => entry.isDirectory())) {
    const file = join(out, `irqscope-scorm-${lab}-${version}.zip`);
    const args = [join(values.cli, "irqscope.mjs"), "scorm", lab, "-o", file, "--seed", "student", "--force"];
    execFileSync(process.execPath, args, { cwd: ROOT });
  }
}
