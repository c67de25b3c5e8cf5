// Sets up what is missing. Plain Node without dependencies: it runs on a fresh clone.
// node tools/setup.mjs    packages and the irqscope command
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fuzzerCompiler } from "../core-wasm/toolchain.mjs";
import { findChromium, findHeadlessShell } from "./chromium.mjs";
import { ROOT, show, showNode, which } from "./process.mjs";

/** Versions that Vite needs: 20.19 and later of line 20, 22.12 and later. */
const NODE_LINES = [
  { major: 20, minor: 19 },
  { major: 22, minor: 12 },
];

/** Programs that npm cannot install. `means` says what fails without the program. */
export const PROGRAMS = {
  gcc: {
    find: () => which("gcc"),
    debian: ["gcc", "libc6-dev"],
    means: "the tests of the C core cannot run",
  },
  clang: {
    find: fuzzerCompiler,
    debian: ["clang", "libclang-rt-14-dev"],
    means: "the fuzzers of the C core cannot run (clang with libFuzzer and its sanitizers)",
  },
  emcc: {
    find: () => which("emcc"),
    debian: ["emscripten"],
    means: "the cores (wasm) are not rebuilt; the committed ones are used",
  },
  chromium: {
    find: findChromium,
    debian: ["chromium"],
    means: "the end-to-end tests cannot run (CHROMIUM_PATH may name a Chromium or Chrome)",
  },
  "chromium-headless-shell": {
    find: findHeadlessShell,
    debian: ["chromium-headless-shell"],
    means: "the end-to-end tests take a quarter more processor time, in a whole Chromium",
  },
  tshark: {
    find: () => which("tshark"),
    debian: ["tshark"],
    means: "captures that irqscope writes are read by the readers of the tests alone",
  },
};

const say = (/** @type {string} */ text) => console.log(`set-up: ${text}`);

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const newest = NODE_LINES[NODE_LINES.length - 1];
  const fits = major > newest.major || NODE_LINES.some((line) => major === line.major && minor >= line.minor);
  if (fits) return;
  const lines = NODE_LINES.map((line) => `${line.major}.${line.minor}`).join(" or ");
  console.error(`irqscope needs Node ${lines} or later; this is ${process.versions.node}.`);
  console.error("Install it from your distribution or https://nodejs.org and try again.");
  process.exit(1);
}

/** Installs the packages, and writes the generated files that git does not hold. */
export async function installPackages() {
  const why = whyInstall();
  if (why !== undefined) await install(why);
  // In a separate process: Vite leaves NODE_ENV behind, which would turn a build of the page into a development build.
  const { code } = await showNode(["tools/schemas.mjs"]);
  if (code !== 0) process.exit(1);
}

/** @param {string} why */
async function install(why) {
  if (lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would delete a folder that others use as well.
    console.error(`set-up: ${why}, and node_modules is a link: run npm ci where it leads to.`);
    process.exit(1);
  }
  say(`${why}: npm ci`);
  const npm = process.env.npm_execpath;
  const { code } = npm?.endsWith(".js")
    ? await showNode([npm, "ci"])
    : await show(process.platform === "win32" ? "npm.cmd" : "npm", ["ci"]);
  if (code === 0) return;
  console.error("set-up: npm ci failed (see above): without its packages nothing can run.");
  process.exit(1);
}

/**
 * Installs the programs that are missing where this may be done: on Debian, as root.
 * @param {readonly (keyof typeof PROGRAMS)[]} names
 * @returns {Promise<(keyof typeof PROGRAMS)[]>} programs that are still missing
 */
export async function installPrograms(names) {
  const missing = () => names.filter((name) => PROGRAMS[name].find() === undefined);
  const wanted = missing();
  if (wanted.length === 0) return [];
  const packages = wanted.flatMap((name) => PROGRAMS[name].debian);
  const apt = existsSync("/etc/debian_version") ? which("apt-get") : undefined;
  if (apt !== undefined && process.getuid?.() === 0) {
    say(`${wanted.join(", ")} missing: apt-get install ${packages.join(" ")}`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await show(apt, ["update", "-q"], { env });
    await show(apt, ["install", "-q", "-y", "--no-install-recommends", ...packages], { env });
    checkNodeIsStillHere();
  }
  const left = missing();
  for (const name of left) {
    const how = apt === undefined ? "" : ` (Debian: apt-get install ${PROGRAMS[name].debian.join(" ")})`;
    say(`${name} is missing and cannot be installed from here${how}: ${PROGRAMS[name].means}`);
  }
  return left;
}

/** Debian's emscripten installs Debian's nodejs, which overwrites a Node that was copied to /usr/bin by hand. */
function checkNodeIsStillHere() {
  const { stdout } = spawnSync(process.execPath, ["--version"], { encoding: "utf8" });
  if (stdout?.trim() === process.version) return;
  const now = stdout?.trim() || "nothing";
  console.error(`set-up: the installation replaced ${process.execPath} ${process.version} by ${now}.`);
  console.error("Install Node again, best in /usr/local, and run this once more.");
  process.exit(1);
}

/** Bundles the command and lets `npx irqscope` find it in this folder. */
export async function buildCommand() {
  const { code } = await showNode(["cli/build.mjs"]);
  if (code !== 0) return false;
  const bundle = join(ROOT, "cli/dist/irqscope.mjs");
  const folder = join(ROOT, "node_modules/.bin");
  mkdirSync(folder, { recursive: true });
  if (process.platform === "win32") {
    writeFileSync(join(folder, "irqscope.cmd"), `@node "%~dp0\\..\\..\\cli\\dist\\irqscope.mjs" %*\r\n`);
    return true;
  }
  chmodSync(bundle, 0o755);
  rmSync(join(folder, "irqscope"), { force: true });
  symlinkSync("../../cli/dist/irqscope.mjs", join(folder, "irqscope"));
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode();
  await installPackages();
  if (!(await buildCommand())) process.exit(1);
  say("done. npx irqscope --help");
}

/** @param {string} path @returns {Record<string, any> | undefined} its `packages` */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * npm writes what it installed into a lock file of its own. A package may be missing there only when it is
 * for another system.
 * @returns {string | undefined} why `npm ci` is needed, or undefined
 */
function whyInstall() {
  const wanted = packagesOf("package-lock.json");
  if (wanted === undefined) throw new Error("package-lock.json is missing or broken");
  const installed = packagesOf("node_modules/.package-lock.json");
  if (installed === undefined) return "node_modules is missing";
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    if (found === undefined && optional) continue;
    if (found?.version !== version || found?.integrity !== integrity) {
      return `${path} is ${found?.version ?? "missing"}, package-lock.json says ${version}`;
    }
  }
  return undefined;
}
