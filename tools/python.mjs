// The Python that checks the package in python/: a virtual environment in build/, with exact packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, show } from "./process.mjs";
import { which } from "./which.mjs";

const FOLDER = join(ROOT, "build", "venv");
const PROGRAM = join(FOLDER, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
const REQUIREMENTS = join(ROOT, "python", "requirements-check.txt");
/** What the folder was made of; written when all of it is there. */
const STAMP = join(FOLDER, "made-of.txt");
const OLDEST_MINOR = 11;

/** Makes what is missing.
 * @returns {Promise<{ program: string, reason?: undefined } | { program?: undefined, reason: string }>} `reason`: why
 * there is none, which is no fault of the package */
export async function setUpPython() {
  const python = ["python3", "python"].map(which).find((path) => path !== undefined && isNewEnough(path));
  if (python === undefined) return { reason: `there is no Python 3.${OLDEST_MINOR} or later` };
  const wanted = `${versionOf(python)}\n${readFileSync(REQUIREMENTS, "utf8")}`;
  if (existsSync(PROGRAM) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted)
    return { program: PROGRAM };
  rmSync(FOLDER, { recursive: true, force: true });
  console.log("set-up: build/venv for the checks of the Python package");
  if ((await show(python, ["-m", "venv", FOLDER])).code !== 0)
    return { reason: "python3 -m venv failed (Debian: apt-get install python3-venv)" };
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "2", "-r", REQUIREMENTS];
  if ((await show(PROGRAM, pip)).code !== 0)
    return { reason: "pip could not install python/requirements-check.txt" };
  writeFileSync(STAMP, wanted);
  return { program: PROGRAM };
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
