// Runs programs for the tools.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * Runs a program in the repository's root, or in `cwd`, and shows what it prints as it comes.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>} what it printed; code -1 when it could not be started
 */
export function show(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const tee = (/** @type {Buffer} */ data) => {
      output += data;
      process.stdout.write(data);
    };
    child.stdout.on("data", tee);
    child.stderr.on("data", tee);
    child.on("error", (error) => resolve({ code: -1, output: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

/**
 * The same for a JavaScript program, on the Node that runs this.
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string> }} [options]
 */
export const showNode = (args, options) => show(process.execPath, args, options);

/**
 * @param {string} program
 * @returns {string | undefined} its full path when it is on PATH and may be run
 */
export function which(program) {
  const names = process.platform === "win32" ? [`${program}.exe`, `${program}.cmd`] : [program];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return undefined;
}
