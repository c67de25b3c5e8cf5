// Python for the checks: virtual environments in build/, with exact packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, show, which } from "./process.mjs";

/** @typedef {{ title: string, folder: string, requirements: string }} Environment */

/** Of the package in python/. @type {Environment} */
export const PACKAGE_CHECKS = {
  title: "the checks of the Python package",
  folder: "build/venv",
  requirements: "python/requirements-check.txt",
};

/** Programs of others that read what irqscope exports; tests/support/readers.ts finds them. @type {Environment} */
export const READERS = {
  title: "others' readers of what irqscope exports",
  folder: "build/readers",
  requirements: "tests/readers/requirements.txt",
};

const OLDEST_MINOR = 11;

/** Makes what is missing.
 * @param {Environment} environment
 * @returns {Promise<{ program: string, reason?: undefined } | { program?: undefined, reason: string }>} `reason`: why
 * there is none, which is no fault of what is checked */
export async function setUpPython({ title, folder: name, requirements }) {
  const folder = join(ROOT, name);
  const program = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  // The requirements that the folder was made from. Written when the installation is complete.
  const stamp = join(folder, "made-of.txt");
  const list = join(ROOT, requirements);
  const python = ["python3", "python"].map(which).find((path) => path !== undefined && isNewEnough(path));
  if (python === undefined) return { reason: `there is no Python 3.${OLDEST_MINOR} or later` };
  const wanted = `${versionOf(python)}\n${readFileSync(list, "utf8")}`;
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return { program };
  rmSync(folder, { recursive: true, force: true });
  console.log(`set-up: ${name} for ${title}`);
  if ((await show(python, ["-m", "venv", folder])).code !== 0)
    return { reason: "python3 -m venv failed (Debian: apt-get install python3-venv)" };
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "2", "-r", list];
  if ((await show(program, pip)).code !== 0) return { reason: `pip could not install ${requirements}` };
  writeFileSync(stamp, wanted);
  return { program };
}

/** @param {string} python @returns {string} such as "3.11.2" */
function versionOf(python) {
  const { stdout } = spawnSync(python, ["--version"], { encoding: "utf8" });
  return (stdout ?? "").trim().replace("Python ", "");
}

/** @param {string} python */
function isNewEnough(python) {
  const [major = 0, minor = 0] = versionOf(python).split(".").map(Number);
  return major === 3 && minor >= OLDEST_MINOR;
}
