/** Other programs that read exported files: Python packages (tests/readers/requirements.txt), which npm test installs
 * where it can, and tshark. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const own = ["bin/python", "Scripts/python.exe"].map((program) =>
  fileURLToPath(new URL(`../../build/readers/${program}`, import.meta.url)),
);
const named = process.env.IRQSCOPE_READERS_PYTHON;

/** Undefined if it is not installed. */
export const python = [named, ...own].find((path) => path !== undefined && existsSync(path));

export const WHY_NOT =
  "others' readers are not here: npm test installs them, or IRQSCOPE_READERS_PYTHON names a Python that has tests/readers/requirements.txt";

/** The JSON that a script of tests/readers prints. */
export function readBy(script: string, ...args: readonly string[]): unknown {
  const path = fileURLToPath(new URL(`../readers/${script}`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(python ?? "", [path, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${script}: exit code ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A program of Wireshark. Undefined if it is not installed. */
export const tshark = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "tshark"))
  .find(existsSync);
